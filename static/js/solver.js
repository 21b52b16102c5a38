// @ts-check
/** @import { Hint, State } from "./types.js" */

/** @typedef {ReturnType<typeof import("./hint.js").createHint>} HintCard */
/** @typedef {ReturnType<typeof import("./autoplay.js").createAutoplay>} Autoplay */

/**
 * The solver's two buttons. What they bring is loaded when it is first asked for: most visits never do.
 *
 * @param {object} parts
 * @param {HTMLElement} parts.hintButton
 * @param {HTMLElement} parts.autoButton  opens and closes the panel of the autoplay
 * @param {() => Promise<HintCard>} parts.loadHint
 * @param {() => Promise<Autoplay>} parts.loadAutoplay
 * @param {() => number} parts.version  of what is shown
 * @param {() => void} parts.onFailed  it could not be loaded
 */
export function createSolver({ hintButton, autoButton, loadHint, loadAutoplay, version, onFailed }) {
  /** @type {HintCard | undefined} */
  let card;
  /** @type {Autoplay | undefined} */
  let autoplay;

  async function getCard() {
    card ??= await loadHint();
    return card;
  }

  async function toggle() {
    autoplay ??= await loadAutoplay();
    autoButton.ariaExpanded = String(autoplay.toggle());
  }

  autoButton.ariaExpanded = "false";

  return {
    /** @param {boolean} asked */
    wait(asked) {
      hintButton.ariaBusy = String(asked);
      // While the server thinks; a failure is told when it is needed.
      if (asked) getCard().catch(() => {});
    },

    /**
     * @param {Hint} hint
     * @param {boolean} first
     */
    show: (hint, first) =>
      getCard().then((loaded) => version() === hint.version && loaded.show(hint, first)).catch(onFailed),

    toggle: () => toggle().catch(onFailed),

    /** The game has gone on by itself: what was shown of the solver is for a board of the past. */
    leave() {
      card?.hide();
      autoplay?.leave();
    },

    /** Ends the autoplay, as every input of the player does; returns whether it was running. */
    stop: () => autoplay?.stop() ?? false,

    hide: () => card?.hide(),

    /** Whether moves come too fast to be seen sliding. */
    fast: () => autoplay?.fast() ?? false,
  };
}
