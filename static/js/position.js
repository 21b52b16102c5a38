// @ts-check

/**
 * The board of the solver's page, set up by pressing cells: each takes the tile that is chosen. Without
 * the script the cells are typed into; with it they can be, too.
 */

const form = /** @type {HTMLFormElement} */ (document.getElementById("position-form"));
const palette = /** @type {HTMLFieldSetElement} */ (document.getElementById("palette"));
const clear = /** @type {HTMLElement} */ (document.getElementById("clear"));
const answer = /** @type {HTMLElement} */ (document.getElementById("analysis"));
const cells = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll(".position-cell")]);
const SIDE = 4;
/** @type {Record<string, number>} */
const STEPS = { ArrowUp: -SIDE, ArrowDown: SIDE, ArrowLeft: -1, ArrowRight: 1 };

/**
 * Show what is in a cell. The answer on the page is not about this board any more.
 * @param {HTMLInputElement} cell
 */
function paint(cell) {
  cell.dataset.value = cell.value.trim();
  answer.replaceChildren();
}

const chosen = () => /** @type {HTMLInputElement | null} */ (palette.querySelector("input:checked"));

/** @param {PointerEvent} event */
function press(event) {
  const cell = /** @type {HTMLInputElement} */ (event.currentTarget);
  const tile = chosen();
  if (!tile) return;
  // The same tile once more takes it away.
  cell.value = cell.value === tile.value ? "" : tile.value;
  paint(cell);
}

/** @param {KeyboardEvent} event */
function step(event) {
  const from = cells.indexOf(/** @type {HTMLInputElement} */ (event.currentTarget));
  const to = from + (STEPS[event.key] ?? 0);
  const sameRow = Math.floor(from / SIDE) === Math.floor(to / SIDE);
  if (to === from || !cells[to] || (Math.abs(to - from) === 1 && !sameRow)) return;
  event.preventDefault();
  cells[to].focus();
  cells[to].select();
}

for (const cell of cells) {
  cell.addEventListener("input", () => paint(cell));
  cell.addEventListener("click", press);
  cell.addEventListener("keydown", step);
}
clear.addEventListener("click", () => {
  for (const cell of cells) cell.value = "";
  cells.forEach(paint);
  cells[0].focus();
});
// What only tells the script is not sent.
form.addEventListener("submit", () => (palette.disabled = true));
palette.hidden = false;
clear.hidden = false;
