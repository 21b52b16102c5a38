// @ts-check

import { createAnnouncer } from "./announcer.js";
import { createBoard, inView } from "./board.js";
import { createChart } from "./chart.js";
import { createRecord, createReplay } from "./replay.js";
import { createTexts } from "./texts.js";

const PAGE = 10;

/** @param {string} id */
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @param {string} id */
const read = (id) => JSON.parse(find(id).textContent ?? "");

const root = document.documentElement;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const texts = createTexts(read("texts"), root.lang);
const record = createRecord(read("record"), texts);
const announcer = createAnnouncer(find("replay-status"));
const region = find("replay");
const boardElement = find("replay-board");
const slider = /** @type {HTMLInputElement} */ (find("replay-turn"));
const speed = /** @type {HTMLSelectElement} */ (find("replay-speed"));
const playButton = find("replay-play");
const steps = /** @type {NodeListOf<HTMLButtonElement>} */ (find("steps").querySelectorAll("[data-step]"));
const drawnChart = document.getElementById("chart");
const chart =
  drawnChart &&
  createChart(drawnChart, {
    last: record.last,
    say: (turn) => record.say(turn, true),
    onTurn: (turn) => replay.go(turn),
  });

/**
 * @param {number} turn
 * @param {boolean} playing
 */
function tell(turn, playing) {
  const said = record.say(turn);
  find("replay-said").textContent = said;
  boardElement.ariaLabel = record.describe(turn);
  slider.value = String(turn);
  slider.setAttribute("aria-valuetext", said);
  playButton.textContent = texts(playing ? "pause" : "play");
  chart?.show(turn);
  for (const button of steps) {
    const end = ["first", "back"].includes(button.dataset.step ?? "") ? 0 : record.last;
    button.ariaDisabled = String(turn === end);
  }
  if (!playing && document.activeElement !== slider && document.activeElement !== drawnChart) announcer.say(said);
}

const replay = createReplay(record, Number(slider.value), {
  board: createBoard(boardElement, { moving: () => !calm.matches && root.dataset.motion !== "off" }),
  onTurn: tell,
  speed: Number(speed.value),
  every(act, milliseconds) {
    const timer = setInterval(act, milliseconds);
    return () => clearInterval(timer);
  },
});

/** @type {Record<string, (turn: number) => number>} */
const STEPS = {
  first: () => 0,
  back: (turn) => turn - 1,
  forth: (turn) => turn + 1,
  last: () => record.last,
};
/** @type {Record<string, (turn: number) => number>} */
const KEYS = {
  ArrowLeft: STEPS.back,
  ArrowRight: STEPS.forth,
};
/** @type {Record<string, (turn: number) => number>} on the chart, which is a slider */
const CHART_KEYS = {
  ...KEYS,
  ArrowDown: STEPS.back,
  ArrowUp: STEPS.forth,
  PageDown: (turn) => turn - PAGE,
  PageUp: (turn) => turn + PAGE,
  Home: STEPS.first,
  End: STEPS.last,
};

// The template disables what leads nowhere. Here the focus stays on such a button.
for (const button of steps) button.disabled = false;
find("replay-script").hidden = false;
tell(replay.turn(), true);
playButton.textContent = texts("play");

find("steps").addEventListener("submit", (event) => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  replay.go(STEPS[button?.dataset.step ?? "last"](replay.turn()));
});
slider.addEventListener("input", () => replay.go(Number(slider.value)));
speed.addEventListener("change", () => replay.hurry(Number(speed.value)));
playButton.addEventListener("click", replay.toggle);
document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && replay.pause());

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element && /** @type {HTMLElement | null} */ (event.target.closest("a[data-turn]"));
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  replay.go(Number(link.dataset.turn));
  region.scrollIntoView({ block: "start" });
  region.focus({ preventScroll: true });
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || !(event.target instanceof Element)) return;
  if (event.target.closest("input, select")) return;
  const step = (event.target === drawnChart ? CHART_KEYS : KEYS)[event.key];
  if (step) replay.go(step(replay.turn()));
  else if (event.key === " " && inView(boardElement) && !event.target.closest("button, a, summary")) replay.toggle();
  else return;
  event.preventDefault();
});
