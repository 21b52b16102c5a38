// @ts-check
/** @import { Slide, Spawn, State } from "./types.js" */
/** @import { Texts } from "./texts.js" */

/**
 * A game to step through, as the server has written it down.
 *
 * @typedef {object} GameRecord
 * @property {string} moves  a letter each: "LURD"
 * @property {string} boards  16 letters each: a dot, or "a" for 2, "b" for 4 and so on; one more than moves
 * @property {string} paths  16 letters a move: a dot, or the cell that the tile goes to, "a" for the first
 * @property {number[]} scores  of each board
 * @property {number[] | null} [estimates]  of the final score, on each board
 * @property {string | null} [better]  the best direction of each move
 * @property {number[] | null} [losses]  what each move cost; 0 if that is nothing to speak of
 */

const CELLS = 16;
const FIRST = "a".charCodeAt(0);

/**
 * Reads a record: boards, moves as they are drawn, and what is said of them.
 *
 * @param {GameRecord} record
 * @param {Texts} texts
 */
export function createRecord({ moves, boards, paths, scores, estimates, better, losses }, texts) {
  /**
   * @param {string} letters
   * @param {number} turn
   */
  const numbers = (letters, turn) =>
    [...letters.slice(CELLS * turn, CELLS * (turn + 1))].map((letter) =>
      letter === "." ? -1 : letter.charCodeAt(0) - FIRST,
    );
  /** @param {number} turn */
  const board = (turn) => numbers(boards, turn).map((level) => (level < 0 ? 0 : 2 ** (level + 1)));

  return {
    last: moves.length,
    board,

    /**
     * What a move does to its board: where tiles go, where two come together, and where the new one appears.
     * @param {number} turn
     * @returns {{ slide: Slide, spawn: Spawn }}
     */
    move(turn) {
      const ways = numbers(paths, turn);
      const filled = ways.filter((to) => to >= 0);
      const after = board(turn + 1);
      const cell = after.findIndex((value, place) => value && !filled.includes(place));
      return {
        slide: {
          gained: scores[turn + 1] - scores[turn],
          motions: ways.flatMap((to, from) => (to >= 0 && to !== from ? [/** @type {[number, number]} */ ([from, to])] : [])),
          merged: filled.filter((to, index) => filled.indexOf(to) !== index),
        },
        spawn: { cell, value: after[cell] },
      };
    },

    /**
     * The state of a board, as far as it is drawn.
     * @param {number} turn
     */
    state: (turn) =>
      /** @type {State} */ (/** @type {unknown} */ ({ version: 0, turn, status: "playing", board: board(turn) })),

    /**
     * @param {number} turn
     * @param {boolean} [estimated]  whether the estimate is said, too
     */
    say(turn, estimated = false) {
      const reached = texts("at", { turn, turns: moves.length, score: scores[turn] });
      const at = estimated && estimates ? `${reached} ${texts("estimate", { points: estimates[turn] })}` : reached;
      if (turn === moves.length) return at;
      const direction = texts(moves[turn]);
      const loss = losses?.[turn] ?? 0;
      if (!loss || !better) return `${at} ${texts("next", { direction })}`;
      return `${at} ${texts("better", { direction, better: texts(better[turn]), loss })}`;
    },

    /** @param {number} turn */
    describe(turn) {
      const cells = board(turn).map((value) => (value ? String(value) : texts("empty")));
      const rows = [0, 1, 2, 3].map((row) =>
        texts("row", { row: row + 1, cells: cells.slice(4 * row, 4 * row + 4).join(", ") }),
      );
      return rows.join(" ");
    },
  };
}

/**
 * Steps through a record, and plays it by itself.
 *
 * @param {ReturnType<typeof createRecord>} record
 * @param {number} turn  where it stands
 * @param {object} parts
 * @param {{ show(state: State): void, slide(slide: Slide): void, spawn(spawn: Spawn): void }} parts.board
 * @param {(turn: number, playing: boolean) => void} parts.onTurn  after every change
 * @param {(act: () => void, milliseconds: number) => () => void} parts.every  returns what ends it
 * @param {number} parts.speed  in moves a second
 */
export function createReplay(record, turn, { board, onTurn, every, speed }) {
  /** @type {(() => void) | undefined} */
  let end;

  /** @param {number} wanted */
  function draw(wanted) {
    const target = Math.max(0, Math.min(record.last, Math.round(wanted)));
    if (target === turn) return;
    if (target === turn + 1) {
      const { slide, spawn } = record.move(turn);
      board.slide(slide);
      board.spawn(spawn);
    } else {
      board.show(record.state(target));
    }
    turn = target;
  }

  function pause() {
    if (!end) return;
    end();
    end = undefined;
    onTurn(turn, false);
  }

  function tick() {
    draw(turn + 1);
    if (turn === record.last) pause();
    else onTurn(turn, true);
  }

  function play() {
    if (turn === record.last) draw(0);
    end = every(tick, 1000 / speed);
    onTurn(turn, true);
  }

  return {
    turn: () => turn,
    pause,
    toggle: () => (end ? pause() : play()),

    /** @param {number} wanted */
    go(wanted) {
      pause();
      draw(wanted);
      onTurn(turn, false);
    },

    /** @param {number} moves  a second */
    hurry(moves) {
      speed = moves;
      if (!end) return;
      end();
      end = every(tick, 1000 / speed);
    },
  };
}
