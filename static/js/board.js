// @ts-check
/** @import { Direction, Slide, Spawn, State } from "./types.js" */

const SLIDE = { duration: 100, easing: "ease-in-out" };
const GROW = { duration: 200, easing: "ease", fill: /** @type {FillMode} */ ("backwards") };
const NUDGE = { duration: 120, easing: "ease-out" };

const APPEAR = [{ opacity: 0, transform: "scale(0)" }, { opacity: 1, transform: "scale(1)" }];
/** Unseen until the slide is over, and then at once. */
const POP = [
  { opacity: 0, transform: "scale(1)" },
  { opacity: 1, transform: "scale(1)", offset: 0.01 },
  { opacity: 1, transform: "scale(1.14)", offset: 0.5 },
  { opacity: 1, transform: "scale(1)" },
];
const TOWARDS = { up: "0, -1.5%", right: "1.5%, 0", down: "0, 1.5%", left: "-1.5%, 0" };

/**
 * Draws the board. The tiles always stand where the game has them, and an animation only shows how they
 * came there: it can be cut at any moment, and nothing has to be put right.
 *
 * @param {HTMLElement} element  the board; it may hold tiles drawn by the template
 * @param {{ moving?: () => boolean }} [options]  moving: whether motion is wanted
 */
export function createBoard(element, { moving = () => true } = {}) {
  /** @type {Map<number, HTMLElement>} the live tiles by cell */
  const tiles = new Map();
  /** @type {Set<HTMLElement>} tiles that have merged, and are seen until their slide is over */
  const leaving = new Set();
  /** @type {Set<Animation>} */
  const running = new Set();
  let slideEnd = 0;

  for (const tile of /** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll(".tile"))) {
    tiles.set(Number(tile.dataset.cell), tile);
  }

  /**
   * @param {HTMLElement} target
   * @param {Keyframe[]} frames
   * @param {KeyframeAnimationOptions} options
   */
  function animate(target, frames, options) {
    if (!moving()) return;
    const animation = target.animate(frames, options);
    running.add(animation);
    animation.onfinish = () => {
      running.delete(animation);
      if (running.size === 0) clear();
    };
  }

  function clear() {
    for (const tile of leaving) tile.remove();
    leaving.clear();
  }

  function cut() {
    for (const animation of running) animation.cancel();
    running.clear();
    slideEnd = 0;
    clear();
  }

  /**
   * @param {HTMLElement} tile
   * @param {number} cell
   */
  function put(tile, cell) {
    tile.className = `tile at-${cell}`;
    tile.dataset.cell = String(cell);
    tiles.set(cell, tile);
  }

  /** @param {Spawn} spawn */
  function add({ cell, value }) {
    const tile = document.createElement("div");
    tile.dataset.value = String(value);
    put(tile, cell);
    element.append(tile);
    return tile;
  }

  /** @param {HTMLElement} tile */
  function leave(tile, cell = Number(tile.dataset.cell)) {
    tile.className = `tile leaving at-${cell}`;
    delete tile.dataset.cell;
    leaving.add(tile);
    return Number(tile.dataset.value);
  }

  /** @param {State} state */
  const matches = ({ board }) =>
    element.querySelectorAll("[data-cell]").length === tiles.size &&
    board.every((value, cell) => value === Number(tiles.get(cell)?.dataset.value ?? 0));

  /** @param {State} state */
  function mark({ version, turn, status }) {
    Object.assign(element.dataset, { version, turn, status });
  }

  /**
   * Draws a state as it stands, or lets its tiles grow in their places.
   * @param {State} state
   * @param {boolean} [growing]
   */
  function show(state, growing = false) {
    cut();
    for (const tile of element.querySelectorAll(".tile")) tile.remove();
    tiles.clear();
    state.board.forEach((value, cell) => {
      if (!value) return;
      const tile = add({ cell, value });
      if (growing) animate(tile, APPEAR, GROW);
    });
    mark(state);
  }

  return {
    show,

    /**
     * Leaves running animations alone if the tiles are those of the state, and redraws it if not.
     * @param {State} state
     */
    settle(state) {
      if (matches(state)) mark(state);
      else show(state);
    },

    /** @param {Slide} slide */
    slide({ motions, merged }) {
      cut();
      if (moving()) slideEnd = performance.now() + SLIDE.duration;
      // A merged tile shows the sum of those that slid into it; the answer's board is compared with it later.
      const sums = new Map(merged.map((cell) => [cell, 0]));
      const movers = motions.map(([from, to]) => ({ tile: tiles.get(from), from, to }));
      for (const { from } of movers) tiles.delete(from);
      for (const cell of merged) {
        const resting = tiles.get(cell);
        if (resting) sums.set(cell, leave(resting));
      }
      for (const { tile, from, to } of movers) {
        if (!tile) continue;
        const sum = sums.get(to);
        if (sum === undefined) put(tile, to);
        else sums.set(to, sum + leave(tile, to));
        animate(tile, [{ transform: offset(from, to) }, { transform: "translate(0, 0)" }], SLIDE);
      }
      for (const [cell, value] of sums) animate(add({ cell, value }), POP, { ...GROW, delay: SLIDE.duration });
      if (running.size === 0) clear();
    },

    /**
     * The new tile, which waits for a slide that is under way.
     * @param {Spawn} spawn
     */
    spawn(spawn) {
      const delay = Math.max(0, slideEnd - performance.now());
      animate(add(spawn), APPEAR, { ...GROW, delay });
    },

    /** @param {Direction} direction */
    nudge(direction) {
      animate(element, [{}, { transform: `translate(${TOWARDS[direction]})` }, {}], NUDGE);
    },
  };
}

/**
 * Where a tile comes from, as seen from the cell in which it stands.
 * @param {number} from
 * @param {number} to
 */
function offset(from, to) {
  const columns = (from % 4) - (to % 4);
  const rows = Math.floor(from / 4) - Math.floor(to / 4);
  return `translate(calc(${columns} * var(--step)), calc(${rows} * var(--step)))`;
}

/**
 * Whether a board is seen: who has scrolled it away is reading.
 * @param {Element} element
 */
export function inView(element) {
  const { top, bottom } = element.getBoundingClientRect();
  const middle = (top + bottom) / 2;
  return middle > 0 && middle < window.innerHeight;
}
