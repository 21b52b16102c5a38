// @ts-check

/**
 * Makes a drawn chart a slider over the moves: it is pressed or dragged to a move, and shows which one is seen.
 *
 * @param {HTMLElement} element  says where its points lie, in its own units
 * @param {object} parts
 * @param {number} parts.last
 * @param {(turn: number) => string} parts.say
 * @param {(turn: number) => void} parts.onTurn
 */
export function createChart(element, { last, say, onTurn }) {
  const here = /** @type {Element} */ (element.querySelector("#chart-here"));
  const left = Number(element.dataset.left);
  const width = Number(element.dataset.width);
  const units = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (element)).viewBox.baseVal.width;

  element.tabIndex = 0;
  element.role = "slider";
  element.ariaValueMin = "0";
  element.ariaValueMax = String(last);

  /** @param {PointerEvent} event */
  function point({ clientX }) {
    const box = element.getBoundingClientRect();
    const place = (clientX - box.left) * (units / box.width);
    onTurn(((place - left) / width) * last);
  }

  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    point(event);
  });
  element.addEventListener("pointermove", (event) => {
    if (element.hasPointerCapture(event.pointerId)) point(event);
  });

  return {
    /** @param {number} turn */
    show(turn) {
      const x = String(left + (width * turn) / last);
      here.setAttribute("x1", x);
      here.setAttribute("x2", x);
      element.ariaValueNow = String(turn);
      element.ariaValueText = say(turn);
    },
  };
}
