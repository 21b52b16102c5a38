// @ts-check
/** @import { Direction } from "./types.js" */

/** Where a stick begins to point, and where it has come back: one that trembles in between is still held. */
const DEAD = 0.5;
const RELEASED = 0.35;
/** One axis leads the other by this much before a stick points anywhere. */
const LEAD = 1.4;
/** From here on a push is held, in milliseconds. */
const HELD_AFTER = 400;

/** @type {[number, Direction][]} the cross of the standard layout, by button */
const CROSS = [[12, "up"], [13, "down"], [14, "left"], [15, "right"]];
/** The cross of pads without a standard layout: one axis, by clockwise eighths; between them nothing is clear. */
const HAT_AXIS = 9;
/** @type {[number, Direction | "unclear"][]} */
const HAT = [
  [-1, "up"], [-5 / 7, "unclear"], [-3 / 7, "right"], [-1 / 7, "unclear"],
  [1 / 7, "down"], [3 / 7, "unclear"], [5 / 7, "left"], [1, "unclear"],
];
const HAT_NEAR = 0.07;
const FIRST_BUTTON = 0;

/**
 * A gamepad is not heard but looked at, frame by frame, for as long as one is there and the page is seen.
 * A push counts once; held on, it repeats, and who listens bounds the rate as for a held key.
 *
 * @param {object} parts
 * @param {() => (Pick<Gamepad, "index" | "mapping" | "axes" | "buttons"> | null)[]} parts.getGamepads
 * @param {(look: (time: number) => void) => void} parts.requestFrame
 * @param {() => boolean} parts.seen  whether the page is
 * @param {(direction: Direction, held: boolean) => void} parts.onDirection
 * @param {() => void} parts.onFirstButton
 */
export function createGamepad({ getGamepads, requestFrame, seen, onDirection, onFirstButton }) {
  /** @type {Map<number, { direction: Direction | null, since: number, first: boolean }>} by the pad's index */
  const pushes = new Map();
  let looking = false;

  /** @param {number} time */
  function look(time) {
    looking = false;
    if (!seen()) return;
    const pads = getGamepads().filter((pad) => pad !== null);
    for (const index of pushes.keys()) if (!pads.some((pad) => pad.index === index)) pushes.delete(index);
    for (const pad of pads) follow(pad, time);
    if (pads.length > 0) wake();
  }

  /**
   * @param {Pick<Gamepad, "index" | "mapping" | "axes" | "buttons">} pad
   * @param {number} time
   */
  function follow(pad, time) {
    const before = pushes.get(pad.index) ?? { direction: null, since: 0, first: false };
    const direction = pointed(pad, before.direction);
    const first = pad.buttons[FIRST_BUTTON]?.pressed ?? false;
    const changed = direction !== before.direction;
    pushes.set(pad.index, { direction, since: changed ? time : before.since, first });
    if (direction && changed) onDirection(direction, false);
    else if (direction && time - before.since > HELD_AFTER) onDirection(direction, true);
    if (first && !before.first) onFirstButton();
  }

  /** Begins to look, if it does not yet: a pad has come, or the page is seen again. */
  function wake() {
    if (looking) return;
    looking = true;
    requestFrame(look);
  }

  return { wake };
}

/**
 * Where the pad is pushed, the cross before the stick. What is unclear changes nothing.
 * @param {Pick<Gamepad, "mapping" | "axes" | "buttons">} pad
 * @param {Direction | null} before
 * @returns {Direction | null}
 */
function pointed({ mapping, axes, buttons }, before) {
  const cross = mapping === "standard" ? pressed(buttons) : hat(axes[HAT_AXIS]);
  const found = cross ?? stick(axes[0] ?? 0, axes[1] ?? 0, before);
  return found === "unclear" ? before : found;
}

/** @param {readonly GamepadButton[]} buttons */
function pressed(buttons) {
  const down = CROSS.filter(([button]) => buttons[button]?.pressed);
  if (down.length > 1) return "unclear";
  return down[0]?.[1] ?? null;
}

/** @param {number | undefined} value */
const hat = (value = 0) => HAT.find(([place]) => Math.abs(place - value) < HAT_NEAR)?.[1] ?? null;

/**
 * @param {number} x
 * @param {number} y
 * @param {Direction | null} before
 * @returns {Direction | "unclear" | null}
 */
function stick(x, y, before) {
  const [far, near] = [Math.abs(x), Math.abs(y)].sort((a, b) => b - a);
  if (far < (before ? RELEASED : DEAD)) return null;
  if (far < DEAD || far < LEAD * near) return "unclear";
  if (far === Math.abs(x)) return x > 0 ? "right" : "left";
  return y > 0 ? "down" : "up";
}
