// @ts-check
/** @import { Move, State } from "./types.js" */
/** @import { Texts } from "./texts.js" */

/** Moves a second, by the place of the slider. The last is a move with every frame that is drawn. */
const SPEEDS = [1, 2, 5, 10, 20, 60];
const FASTEST = SPEEDS.length - 1;
/** Screens with more than some eighty frames a second show a move with every other one. */
const FRAME = 12;
/** A slide takes 100 ms: faster than this, it would never be seen to its end. */
const SLIDES_TO = 10;
/**
 * What the server has played cannot be taken back by a stop: the board then goes to where the game stands,
 * in one step. So no more is asked for than a quarter of a second shows, in two batches: while one is seen,
 * the next is on its way. At the slow speeds that is one move, asked for shortly before it is due.
 */
const AHEAD = 250;
const BATCHES = 2;
const GOAL = 2048;
/** No tile is past this one. */
const LAST = 131072;

/**
 * The panel that lets the solver play.
 *
 * @param {HTMLElement} panel
 * @param {object} parts
 * @param {ReturnType<typeof import("./game.js").createGame>} parts.game
 * @param {ReturnType<typeof import("./board.js").createBoard>} parts.board
 * @param {ReturnType<typeof import("./sentences.js").createSentences>} parts.sentences
 * @param {Texts} parts.texts
 * @param {() => State} parts.shown
 * @param {(state: State, gained: number) => void} parts.draw  everything but the board
 * @param {(seen: string, spoken?: string) => void} parts.tell  to the eye and the ear
 */
export function createAutoplay(panel, { game, board, sentences, texts, shown, draw, tell }) {
  /** @type {{ move: Move, after: State | null }[]} played, and yet to be shown; after: where a batch ends */
  let unseen = [];
  /** @type {State} where the game stands */
  let latest = shown();
  let running = false;
  let asking = false;
  /** No move is to follow those that are unseen. */
  let finished = false;
  /** How many moves the player wants. */
  let wanted = 0;
  let begun = latest;
  let goal = 0;
  let due = 0;

  /** @param {string} name */
  const part = (name) => /** @type {HTMLElement} */ (panel.querySelector(`[data-part="${name}"]`));
  const run = part("run");
  const speed = /** @type {HTMLInputElement} */ (part("speed"));
  const until = /** @type {HTMLSelectElement} */ (part("until"));

  const rate = () => SPEEDS[Number(speed.value)];
  const interval = () => (Number(speed.value) === FASTEST ? FRAME : 1000 / rate());
  const largest = () => Math.max(...latest.board);

  function paint() {
    const words = Number(speed.value) === FASTEST ? texts("auto_fastest") : texts("auto_speed", { moves: rate() });
    speed.setAttribute("aria-valuetext", words);
    part("pace").textContent = words;
    run.textContent = texts(running && wanted > 1 ? "auto_stop" : "auto_start");
  }

  /**
   * A tile that is there already is none to stop at.
   * @param {State} state  where the game stands
   */
  function stand(state) {
    latest = state;
    for (const option of until.options) option.disabled = Number(option.value) > 0 && Number(option.value) <= largest();
    if (until.selectedOptions[0].disabled) until.value = "next";
  }

  /** The tile to stop at; 0: there is none. */
  function choose() {
    if (until.value !== "next") return Number(until.value);
    const next = Math.max(GOAL, 2 * largest());
    return next > LAST ? 0 : next;
  }

  /** @param {number} moves */
  function start(moves) {
    if (running || asking) return;
    stand(shown());
    if (latest.status !== "playing") return tell(sentences.ended(latest));
    [running, finished, unseen, begun, wanted] = [true, false, [], latest, moves];
    goal = choose();
    due = performance.now();
    paint();
    requestAnimationFrame(look);
  }

  /** @param {number} now */
  function look(now) {
    if (!running) return;
    if (unseen.length > 0 && now >= due) showNext(now);
    if (unseen.length === 0 && finished) return end();
    const batch = Math.min(wanted, Math.max(1, Math.floor((rate() * AHEAD) / 1000 / BATCHES)));
    const room = unseen.length === 0 || unseen.length + batch <= (rate() * AHEAD) / 1000;
    if (!asking && !finished && room && now >= due - AHEAD && game.idle()) ask(batch);
    requestAnimationFrame(look);
  }

  /** @param {number} now */
  function showNext(now) {
    const [{ move, after }] = unseen.splice(0, 1);
    board.slide(move);
    board.spawn(move.spawn);
    // One that came late is not made up for.
    due = Math.max(due, now - interval()) + interval();
    if (!after) return;
    board.settle(after);
    draw(after, after.played.reduce((sum, { gained }) => sum + gained, 0));
  }

  /** @param {number} moves */
  async function ask(moves) {
    asking = true;
    const answer = await game.autoplay(moves, goal);
    asking = false;
    if (answer) {
      const last = answer.played.length - 1;
      stand(answer);
      unseen.push(...answer.played.map((move, place) => ({ move, after: place === last ? answer : null })));
      finished = wanted === 1 || answer.status !== "playing" || (goal > 0 && largest() >= goal);
    } else giveUp();
    if (!running) end();
    game.goOn();
  }

  /** The game has told and shown why. */
  function giveUp() {
    stand(shown());
    [running, unseen, begun] = [false, [], latest];
  }

  /** All that was played is to be seen, and the player is told what it was. */
  function end() {
    if (unseen.length > 0) {
      unseen = [];
      board.settle(latest);
      draw(latest, 0);
    }
    const single = running && wanted === 1;
    running = false;
    paint();
    const moves = latest.turn - begun.turn;
    if (moves < 1) return;
    const made = goal > 0 && largest() >= goal && latest.status === "playing";
    const done = texts(moves === 1 ? "auto_stopped_one" : "auto_stopped", { moves });
    const tile = made && texts("auto_made", { tile: String(goal) });
    const marked = latest.assisted && !begun.assisted && texts("now_assisted");
    // What the banner shows need not be shown twice.
    const seen = join(!single && done, tile, marked);
    const spoken = single ? join(sentences.played(latest), marked) : join(done, tile, sentences.ended(latest), marked);
    if (!document.hidden) tell(seen, spoken);
    else document.addEventListener("visibilitychange", () => tell(seen, spoken), { once: true });
  }

  function stop() {
    if (!running) return false;
    running = false;
    // What is on its way is waited for.
    if (!asking) end();
    paint();
    return true;
  }

  run.addEventListener("click", () => stop() || start(Infinity));
  part("step").addEventListener("click", () => stop() || start(1));
  speed.addEventListener("input", paint);
  until.addEventListener("change", () => {
    goal = choose();
  });
  document.addEventListener("visibilitychange", () => document.hidden && stop());
  stand(latest);
  paint();

  return {
    stop,

    /** The game has gone on by other means, which have shown where it stands. */
    leave() {
      unseen = [];
      stand(shown());
      if (!asking) stop();
      finished = true;
    },

    /** Whether slides are too fast to be seen. */
    fast: () => running && rate() > SLIDES_TO,

    /** Opens or closes the panel; returns whether it is open. */
    toggle() {
      if (!panel.hidden) stop();
      panel.hidden = !panel.hidden;
      return !panel.hidden;
    },
  };
}

/** @param {(string | false)[]} sentences */
const join = (...sentences) => sentences.filter(Boolean).join(" ");
