// @ts-check
/** @import { Action, Direction } from "./types.js" */

import { inView } from "./board.js";
import { dialogOpen } from "./dialog.js";

/** @typedef {"undo" | "new-game" | "hint" | "read" | "help"} Command  what a single key may ask for, besides a move */

/** @type {Record<string, Direction>} by the place of the key, so that every keyboard layout and script works */
const KEYS = {
  ArrowUp: "up", ArrowRight: "right", ArrowDown: "down", ArrowLeft: "left",
  KeyW: "up", KeyD: "right", KeyS: "down", KeyA: "left",
  KeyK: "up", KeyL: "right", KeyJ: "down", KeyH: "left",
};
/** @type {Record<string, Command>} beside the four letters that move the cursor in vi: H is left */
const COMMANDS = { KeyU: "undo", KeyN: "new-game", KeyI: "hint", KeyR: "read" };
const BUSY_ELSEWHERE = "input, select, textarea, [contenteditable], dialog";
const CONTROLS = "button, a, summary, input, dialog";

/** A swipe is as long as this share of the board, or this many pixels, whichever is more. */
const SWIPE_SHARE = 0.06;
const SWIPE_LEAST = 16;
/** One axis leads the other by this much before a swipe is decided. */
const SWIPE_LEAD = 1.4;

/**
 * @typedef {object} Input
 * @property {HTMLElement} area  takes swipes
 * @property {HTMLElement} board  measures them
 * @property {(direction: Direction, held: boolean) => void} onDirection  held: the repeat of a key that is held down
 * @property {(action: Action | "autoplay") => void} onAction
 * @property {(command: Command) => void} onCommand
 * @property {() => boolean} shortcuts  whether keys that type something may play; a speech control types
 */

/**
 * Binds keys, swipes and the forms of the page; returns what unbinds them.
 * @param {Input} input
 */
export function bindInput(input) {
  const bound = new AbortController();
  bindKeys(input, bound.signal);
  bindSwipes(input, bound.signal);
  bindForms(input, bound.signal);
  return () => bound.abort();
}

/**
 * @param {Input} input
 * @param {AbortSignal} signal
 */
function bindKeys({ area, board, onDirection, onCommand, shortcuts }, signal) {
  /**
   * @param {KeyboardEvent} event
   * @returns {Command | undefined}
   */
  function asked({ key, code, shiftKey }) {
    // This one goes by what it types, which on most keyboards takes a shift.
    if (key === "?") return "help";
    return shiftKey || !inView(board) ? undefined : COMMANDS[code];
  }

  /** @param {KeyboardEvent} event */
  function press(event) {
    const target = event.target instanceof Element ? event.target : null;
    const modified = event.ctrlKey || event.altKey || event.metaKey;
    const busy = event.isComposing || dialogOpen() || target?.closest(BUSY_ELSEWHERE);
    const command = modified || busy || !shortcuts() ? undefined : asked(event);
    if (command) {
      event.preventDefault();
      if (!event.repeat) onCommand(command);
      return;
    }
    // Who has scrolled the board away is reading: the keys scroll.
    if (!inView(board)) return;
    // A blank is for the control that has the focus; without one it would scroll the board away.
    if (event.code === "Space" && (target === document.body || target === area)) event.preventDefault();
    // Enter held down on a control would press it again and again.
    if (event.repeat && event.code === "Enter" && target?.closest("[data-play], .autoplay")) event.preventDefault();
    const direction = KEYS[event.code];
    if (!direction || modified || event.shiftKey || busy) return;
    if (!event.code.startsWith("Arrow") && !shortcuts()) return;
    event.preventDefault();
    onDirection(direction, event.repeat);
  }
  document.addEventListener("keydown", press, { signal });
}

/**
 * A gesture is decided once, as soon as it is clear, and not when the finger is lifted.
 * @param {Input} input
 * @param {AbortSignal} signal
 */
function bindSwipes({ area, board, onDirection }, signal) {
  /** @type {Set<number>} */
  const fingers = new Set();
  /** @type {{ id: number, x: number, y: number } | null} */
  let start = null;

  /** @param {PointerEvent} event */
  function down(event) {
    // The first finger of a gesture: whatever was missed of the one before is over.
    if (event.isPrimary) fingers.clear();
    fingers.add(event.pointerId);
    start = null;
    const onControl = event.target instanceof Element && event.target.closest(CONTROLS);
    if (fingers.size > 1 || event.button !== 0 || onControl) return;
    start = { id: event.pointerId, x: event.clientX, y: event.clientY };
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (start?.id !== event.pointerId) return;
    const direction = decide(event.clientX - start.x, event.clientY - start.y, board.clientWidth);
    if (!direction) return;
    start = null;
    onDirection(direction, false);
  }

  /** @param {PointerEvent} event */
  function up(event) {
    fingers.delete(event.pointerId);
    if (start?.id === event.pointerId) start = null;
  }

  area.addEventListener("pointerdown", down, { signal });
  // On the window, so that a drag that leaves the area goes on and its release is not missed.
  window.addEventListener("pointermove", move, { signal });
  window.addEventListener("pointerup", up, { signal });
  window.addEventListener("pointercancel", up, { signal });
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} size  of the board
 * @returns {Direction | null}
 */
function decide(x, y, size) {
  const [far, near] = [Math.abs(x), Math.abs(y)].sort((a, b) => b - a);
  if (far < Math.max(SWIPE_LEAST, SWIPE_SHARE * size) || far < SWIPE_LEAD * near) return null;
  if (far === Math.abs(x)) return x > 0 ? "right" : "left";
  return y > 0 ? "down" : "up";
}

/**
 * A form is sent by click, tap, Enter and Space alike, once for each.
 * @param {Input} input
 * @param {AbortSignal} signal
 */
function bindForms({ onDirection, onAction }, signal) {
  /** @param {SubmitEvent} event */
  function submit(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    const play = form.dataset.play;
    if (!play) return;
    event.preventDefault();
    if (play === "up" || play === "right" || play === "down" || play === "left") onDirection(play, false);
    else onAction(/** @type {Action | "autoplay"} */ (play));
  }
  document.addEventListener("submit", submit, { signal });
}
