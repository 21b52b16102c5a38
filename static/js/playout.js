// @ts-check
/** @import { Move } from "./types.js" */

/** How long a move is seen while others wait behind it, and how long all of them may take. */
const EACH = 40;
const ALL = 400;

/**
 * Shows moves that an answer brings one after another, each cut short by the next.
 *
 * @param {ReturnType<typeof import("./board.js").createBoard>} board
 */
export function createPlayOut(board) {
  let timer = 0;

  /**
   * @param {Move[]} moves
   * @param {() => void} settle  draws where they end; called when they are shown, or are in the way
   * @param {() => boolean} hurried  whether something waits for the rest
   */
  function show(moves, settle, hurried, pause = Math.min(EACH, ALL / moves.length)) {
    timer = 0;
    if (moves.length === 0 || hurried()) return settle();
    const [move, ...rest] = moves;
    timer = setTimeout(() => {
      board.slide(move);
      board.spawn(move.spawn);
      show(rest, settle, hurried, pause);
    }, pause);
  }

  return {
    show,

    /** Ends it; returns whether there was more to show. */
    end() {
      const more = timer > 0;
      clearTimeout(timer);
      timer = 0;
      return more;
    },
  };
}
