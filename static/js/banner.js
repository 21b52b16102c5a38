// @ts-check
/** @import { State } from "./types.js" */

import { dialogOpen } from "./dialog.js";

/** The hand that was swiping may come down where a button has just appeared. */
const DEAF_FOR = 500;

/**
 * The banner follows the state: open when a game is won and waits for the choice, and when it is over.
 *
 * @param {HTMLDetailsElement} element
 * @param {object} parts
 * @param {(value: number) => string} parts.format
 * @param {HTMLElement} parts.rest  takes the focus when the banner goes
 */
export function createBanner(element, { format, rest }) {
  let shown = "";
  let timer = 0;

  /** @param {string} name */
  const part = (name) => /** @type {HTMLElement} */ (element.querySelector(`[data-part="${name}"]`));

  /** @param {State} state */
  function fill({ status, reached, score, can_undo }) {
    const over = status === "over";
    const parts = {
      made: reached,
      "made-ended": reached && over,
      ended: !reached,
      score: over,
      "keep-playing": !over,
      "new-game": true,
      undo: over && can_undo,
      review: over,
      share: true,
    };
    for (const [name, visible] of Object.entries(parts)) part(name).hidden = !visible;
    /** @type {HTMLElement} */ (part("score").querySelector("span")).textContent = format(score);
    element.classList.toggle("made", reached);
    element.setAttribute("aria-labelledby", reached ? "banner-made" : "banner-ended");
    for (const button of part("new-game").querySelectorAll("button")) button.classList.toggle("primary", over);
  }

  const first = () => /** @type {HTMLElement | null} */ (element.querySelector("div:not([hidden]) > form > .primary"));

  function open() {
    element.open = true;
    element.inert = true;
    element.hidden = false;
    timer = setTimeout(() => {
      element.inert = false;
      if (!dialogOpen()) first()?.focus({ preventScroll: true });
    }, DEAF_FOR);
  }

  function close() {
    clearTimeout(timer);
    if (element.contains(document.activeElement)) rest.focus({ preventScroll: true });
    element.hidden = true;
  }

  element.hidden = true;

  return {
    /** Whether it has just come, and takes no input yet. */
    deaf: () => !element.hidden && element.inert,

    /** Takes the first choice, if there is one to be taken. */
    choose() {
      if (!element.hidden && !element.inert && element.open) first()?.click();
    },

    /** @param {State} state */
    show(state) {
      const wanted = state.status === "won" || state.status === "over" ? state.status : "";
      if (wanted) fill(state);
      if (wanted === shown) return;
      if (shown) close();
      if (wanted) open();
      shown = wanted;
    },
  };
}
