// @ts-check
/** @import { Direction, State } from "./types.js" */
/** @import { Texts } from "./texts.js" */

import { createBoard } from "./board.js";
import { createSentences } from "./sentences.js";
import { createTexts } from "./texts.js";

/** @type {Record<string, Direction>} */
const KEYS = { ArrowUp: "up", ArrowRight: "right", ArrowDown: "down", ArrowLeft: "left" };
/** The server plays no more of a lesson. */
const MOST_MOVES = 32;
const CORNER = 12;
const TIMEOUT = 10_000;

/**
 * A live board of the strategy page. The server plays the lesson from its start with every move, and keeps
 * nothing of it.
 *
 * @param {HTMLElement} region
 * @param {object} parts
 * @param {typeof globalThis.fetch} parts.fetch
 * @param {Texts} parts.texts
 * @param {() => boolean} parts.moving
 */
export function createPractice(region, { fetch, texts, moving }) {
  /** @param {string} selector */
  const find = (selector) => /** @type {HTMLElement} */ (region.querySelector(selector));
  const element = find(".board");
  const board = createBoard(element, { moving });
  // Nobody plays a lesson for its score.
  const sentences = createSentences((name, words) => texts(name === "over" ? "lesson_over" : name, words));
  /** @type {State} */
  let state = JSON.parse(find("script").textContent ?? "");
  let moves = state.played.map(({ direction }) => direction);
  /** What is pressed while an answer is on its way waits for it. */
  let last = Promise.resolve();

  /** @param {string[]} said */
  function say(...said) {
    find(".said").textContent = said.filter(Boolean).join(" ");
  }

  function describe() {
    const value = Math.max(...state.board);
    const rows = [0, 1, 2, 3].map((row) => {
      const cells = state.board.slice(4 * row, 4 * row + 4).map((cell) => (cell ? String(cell) : texts("empty")));
      return texts("row", { row: row + 1, cells: cells.join(", ") });
    });
    element.ariaLabel = rows.join(" ");
    return texts(state.board[CORNER] === value ? "in_corner" : "off_corner", { value });
  }

  /** @param {Direction[]} wanted */
  async function ask(wanted) {
    const response = await fetch(`${region.dataset.practice}?moves=${wanted.join(",")}`, {
      headers: { Accept: "application/json" },
      signal: AbortSignal.timeout(TIMEOUT),
    });
    if (!response.ok) throw new Error(String(response.status));
    state = await response.json();
    moves = wanted;
  }

  /** @param {Direction} direction */
  async function play(direction) {
    if (state.status !== "playing") return say(sentences.ended(state), describe());
    if (moves.length >= MOST_MOVES) return say(texts("enough"));
    const slide = state.slides[direction];
    if (!slide) {
      board.nudge(direction);
      return say(sentences.cannot(direction));
    }
    board.slide(slide);
    try {
      await ask([...moves, direction]);
    } catch {
      board.show(state);
      return say(texts("no_answer"));
    }
    const spawn = state.played.at(-1)?.spawn;
    if (spawn) board.spawn(spawn);
    board.settle(state);
    say(sentences.played(state), describe());
  }

  async function again() {
    try {
      await ask([]);
    } catch {
      return say(texts("no_answer"));
    }
    board.show(state, true);
    say(describe());
  }

  /** @param {() => Promise<void>} act */
  function queue(act) {
    last = last.then(act);
  }

  // The template disables what the state does not allow. Here such a button answers with a sentence.
  for (const button of region.querySelectorAll("button")) button.disabled = false;
  region.tabIndex = 0;

  region.addEventListener("submit", (event) => {
    event.preventDefault();
    const direction = /** @type {Direction | undefined} */ (event.submitter?.dataset.direction);
    queue(direction ? () => play(direction) : again);
  });

  region.addEventListener("keydown", (event) => {
    const direction = KEYS[event.code];
    if (!direction || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!event.repeat) queue(() => play(direction));
  });
}

const root = document.documentElement;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const sentencesOfPage = JSON.parse(document.getElementById("texts")?.textContent ?? "{}");
for (const region of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-practice]"))) {
  createPractice(region, {
    fetch: window.fetch.bind(window),
    texts: createTexts(sentencesOfPage, root.lang),
    moving: () => !calm.matches && root.dataset.motion !== "off",
  });
}
