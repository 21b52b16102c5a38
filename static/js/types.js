// @ts-check
/**
 * The payloads, as the server sends them. Nothing here runs.
 *
 * @typedef {"up" | "right" | "down" | "left"} Direction
 *
 * @typedef {object} Slide  The part of a move that chance has no share in.
 * @property {number} gained  points
 * @property {[number, number][]} motions  the tiles that move: from cell, to cell
 * @property {number[]} merged  the cells in which two tiles become one
 *
 * @typedef {{ cell: number, value: number }} Spawn
 *
 * @typedef {Slide & { direction: Direction, spawn: Spawn }} Move
 *
 * @typedef {object} State
 * @property {number} version
 * @property {number} turn
 * @property {number} score
 * @property {number} best  of this session
 * @property {number[]} board  16 values, row by row; 0 is an empty cell
 * @property {"none" | "playing" | "won" | "over"} status
 * @property {boolean} reached  a 2048 tile has been made in this game
 * @property {boolean} assisted
 * @property {boolean} can_undo
 * @property {boolean} lost  the saved game could not be read and was set aside
 * @property {Partial<Record<Direction, Slide>>} slides  the legal directions
 * @property {Move[]} played  what this request did
 *
 * @typedef {"new-game" | "keep-playing" | "undo" | "hint"} Action
 *
 * @typedef {object} Hint
 * @property {Direction} direction  the best one
 * @property {Partial<Record<Direction, number>>} values  expected further points of the legal directions
 * @property {{ goal: number, chance: number, error: number, playouts: number } | null} outlook
 *   how many of some quick games from here made the next great tile; null past the last
 * @property {string} reason  a sentence or two
 * @property {number} version  the first hint of a game raises it, and touches nothing else
 * @property {boolean} assisted
 *
 * @typedef {{ kind: "state", state: State }} Accepted
 * @typedef {{ kind: "hint", hint: Hint }} Hinted
 *
 * @typedef {object} Refused
 * @property {"refused"} kind
 * @property {string} code
 * @property {string} message  empty if nobody has answered
 * @property {State} [state]
 * @property {boolean} [repeated]  the change was made before, by a request of the same words
 * @property {boolean} [retried]  this one was sent more than once
 *
 * @typedef {object} Lost  No answer that counts.
 * @property {"lost"} kind
 * @property {boolean} busy  the server answered, but could not do it now
 * @property {number} after  milliseconds to wait at least
 * @property {string} [code]  why, as far as the server has said it
 * @property {string} [message]
 */

export {};
