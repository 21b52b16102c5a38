// @ts-check
/** @import { State } from "./types.js" */

const INTO_SCORE = [
  { opacity: 1, transform: "translateY(0)" },
  { opacity: 1, transform: "translateY(-0.5rem)", offset: 0.6 },
  { opacity: 0, transform: "translateY(-1.75rem)" },
];
const RISE = { duration: 600, fill: /** @type {FillMode} */ ("forwards") };

/**
 * The two score boxes. The best score is kept twice, here and in the session; the larger counts.
 *
 * @param {object} parts
 * @param {HTMLElement} parts.score
 * @param {HTMLElement} parts.best
 * @param {ReturnType<typeof import("./storage.js").createStorage>} parts.storage
 * @param {(value: number) => string} parts.format
 * @param {() => boolean} parts.moving
 */
export function createScores({ score, best, storage, format, moving }) {
  /**
   * @param {HTMLElement} box
   * @param {number} value
   */
  function write(box, value) {
    /** @type {HTMLElement} */ (box.querySelector("dd")).textContent = format(value);
  }

  /** @param {number} atLeast */
  function showBest(atLeast) {
    const kept = Number(storage.read("best")) || 0;
    if (atLeast > kept) storage.write("best", String(atLeast));
    write(best, Math.max(atLeast, kept));
  }

  /** @param {number} points */
  function rise(points) {
    score.querySelector(".gain")?.remove();
    if (!points || !moving()) return;
    const gain = document.createElement("span");
    gain.className = "gain";
    gain.ariaHidden = "true";
    gain.textContent = `+${format(points)}`;
    score.append(gain);
    gain.animate(INTO_SCORE, RISE).onfinish = () => gain.remove();
  }

  storage.watch("best", () => showBest(0));

  return {
    /**
     * @param {State} state
     * @param {number} gained  new points
     */
    show(state, gained) {
      write(score, state.score);
      showBest(state.best);
      rise(gained);
    },
  };
}
