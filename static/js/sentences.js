// @ts-check
/** @import { Direction, Move, State } from "./types.js" */
/** @import { Texts } from "./texts.js" */

/**
 * What is said about the game, in whole sentences.
 *
 * @param {Texts} texts
 */
export function createSentences(texts) {
  /**
   * @param {Move} move  the last one, so that its merged tiles stand on the board as it is now
   * @param {number[]} board
   */
  function moved({ direction, gained, merged, spawn }, board) {
    const name = texts(direction);
    const tiles = merged.map((cell) => board[cell]);
    const slid = texts(merged.length ? "merged" : "moved", { direction: name, tiles, gained });
    const row = Math.floor(spawn.cell / 4) + 1;
    return `${slid} ${texts("spawned", { value: spawn.value, row, column: (spawn.cell % 4) + 1 })}`;
  }

  /** @param {State} state */
  function ended({ status, reached, score }) {
    if (status === "won") return texts("won");
    if (status === "over") return texts(reached ? "won_over" : "over", { score });
    return "";
  }

  return {
    ended,

    /**
     * The last move stands for all that an answer brings.
     * @param {State} state
     */
    played(state) {
      const last = state.played.at(-1);
      return [last && moved(last, state.board), ended(state)].filter(Boolean).join(" ");
    },

    /** @param {Direction} direction */
    cannot: (direction) => texts(`cannot_${direction}`),
  };
}
