// @ts-check
/** @import { Action, Direction, Hint, Refused, State } from "./types.js" */
/** @import { Texts } from "./texts.js" */

import { createPlayOut } from "./playout.js";

const BATCH = 32;
const QUEUE = 256;
/** A held key plays at most this often, in milliseconds. */
const HELD_INTERVAL = 100;

/** For how long the solver is asked again when it has no time, in milliseconds. */
const PATIENCE = 6000;

/** @typedef {Direction | Action} Play */

/**
 * @param {Play | "autoplay"} play
 * @returns {play is Action}
 */
const isAction = (play) => play === "new-game" || play === "keep-playing" || play === "undo" || play === "hint";

/**
 * The controller. It plays at once what the state allows, sends it, and keeps what is pressed meanwhile
 * for the next request. It knows no rule: which directions are legal, and what they do, is in the state.
 *
 * @param {State} initial
 * @param {object} parts
 * @param {ReturnType<typeof import("./api.js").createApi>} parts.api
 * @param {ReturnType<typeof import("./board.js").createBoard>} parts.board
 * @param {ReturnType<typeof import("./announcer.js").createAnnouncer>} parts.announcer
 * @param {ReturnType<typeof import("./notice.js").createNotice>} parts.notice
 * @param {ReturnType<typeof import("./sentences.js").createSentences>} parts.sentences
 * @param {Texts} parts.texts
 * @param {(state: State, gained: number) => void} parts.draw  everything but the board
 * @param {(asked: boolean) => void} parts.onAsk  whether a hint is under way
 * @param {(hint: Hint, first: boolean) => void} parts.onHint  first: with it the game has become an assisted one
 * @param {(version: number) => void} parts.onChange  other tabs want to know
 */
export function createGame(initial, { api, board, announcer, notice, sentences, texts, draw, onAsk, onHint, onChange }) {
  let state = initial;
  /** @type {Play[]} */
  let queue = [];
  /** @type {(Play | "autoplay")[]} what the request under way asks for */
  let flight = [];
  /** @type {AbortController | null} */
  let refreshing = null;
  /** The game has moved on elsewhere, or may have; to be looked up as soon as nothing is under way. */
  let outdated = false;
  let cookiesOff = false;
  let lastPress = 0;
  const playOut = createPlayOut(board);
  let hinting = new AbortController();

  const idle = () => flight.length === 0 && queue.length === 0;

  /** @param {string} text */
  function tell(text) {
    notice.say(text);
    announcer.say(text);
  }

  const settle = () => board.settle(state);

  function finishPlayOut() {
    if (playOut.end()) settle();
  }

  function pump() {
    sendNext();
    onAsk([...flight, ...queue].includes("hint"));
  }

  function sendNext() {
    if (flight.length > 0 || queue.length === 0) return;
    finishPlayOut();
    while (queue.length > 0) {
      const [next] = queue;
      if (next === "undo" && !state.can_undo) {
        queue.shift();
        tell(texts("nothing_to_undo"));
        continue;
      }
      if (next === "hint" && state.status !== "playing") {
        queue.shift();
        announcer.say(sentences.ended(state));
        continue;
      }
      if (next === "hint") return sendHint(queue.splice(0, 1));
      if (isAction(next)) return send(queue.splice(0, 1));
      const slide = state.slides[next];
      if (slide) {
        board.slide(slide);
        const end = queue.findIndex(isAction);
        return send(queue.splice(0, Math.min(BATCH, end < 0 ? queue.length : end)));
      }
      queue.shift();
      board.nudge(next);
      announcer.say(sentences.cannot(next));
    }
  }

  /** @param {Play[]} plays  one action, or some directions */
  async function send(plays) {
    refreshing?.abort();
    flight = plays;
    const [first] = plays;
    const answer = await post(isAction(first) ? `/${first}` : `/move/${plays.join(",")}`);
    flight = [];
    if (answer.kind === "state") take(answer.state, first);
    else if (answer.kind === "refused") yieldTo(answer);
    pump();
    lookUp();
  }

  /**
   * Posts on the version that is known. If no more has happened meanwhile than that a hint was given, it is
   * still meant, and goes out once more.
   * @param {string} path
   * @param {Parameters<typeof api.post>[2]} [options]
   */
  async function post(path, options) {
    const answer = await api.post(path, state.version, options);
    const fresh = answer.kind === "refused" && answer.state;
    if (!fresh || !fresh.assisted || state.assisted || fresh.turn !== state.turn) return answer;
    if (fresh.status !== state.status || fresh.board.join() !== state.board.join()) return answer;
    state = fresh;
    draw(state, 0);
    notice.say(texts("now_assisted"));
    return api.post(path, state.version, options);
  }

  /**
   * A hint takes its turn, but nothing waits for it: it is dropped when the player moves on.
   * @param {Play[]} plays
   */
  async function sendHint(plays) {
    refreshing?.abort();
    flight = plays;
    hinting = new AbortController();
    const { signal } = hinting;
    const answer = await post("/hint", { signal, patience: PATIENCE });
    if (signal.aborted) return;
    flight = [];
    if (answer.kind === "hint") takeHint(answer.hint);
    else if (answer.kind === "refused") yieldTo(answer);
    pump();
    lookUp();
  }

  function dropHint() {
    queue = queue.filter((play) => play !== "hint");
    if (flight[0] !== "hint") return;
    flight = [];
    hinting.abort();
  }

  /** @param {Hint} hint */
  function takeHint(hint) {
    const first = hint.assisted && !state.assisted;
    const changed = hint.version !== state.version;
    state = { ...state, version: hint.version, assisted: hint.assisted };
    board.settle(state);
    draw(state, 0);
    onHint(hint, first);
    if (changed) onChange(state.version);
  }

  /** @param {Refused} answer */
  function yieldTo(answer) {
    if (answer.state) return catchUpWith(answer, answer.state);
    queue = [];
    tell(answer.message || texts(answer.code === "lost" ? "no_answer" : "refused"));
    board.show(state);
    outdated = true;
  }

  /**
   * @param {State} answer
   * @param {Play} first  what it answers
   */
  function take(answer, first) {
    // A game that undo brings back may have been assisted long before.
    const assisted = answer.assisted && !state.assisted && state.turn > 0;
    state = answer;
    stopAtEnd();
    if (isAction(first)) {
      board.show(state, first === "new-game");
      announcer.say([texts(first), sentences.ended(state)].join(" "));
    } else {
      const [shown, ...rest] = state.played;
      if (shown?.direction === first) board.spawn(shown.spawn);
      playOut.show(rest, settle, () => queue.length > 0);
      announcer.say(sentences.played(state));
    }
    if (assisted) tell(`${texts("undo")} ${texts("now_assisted")}`);
    draw(state, state.played.reduce((sum, { gained }) => sum + gained, 0));
    onChange(state.version);
  }

  /** Moves that were pressed before the banner or the end was seen are not meant for what follows it. */
  function stopAtEnd() {
    if (state.status === "playing") return;
    const action = queue.findIndex(isAction);
    queue = action < 0 ? [] : queue.slice(action);
  }

  /** @param {State} fresh */
  function adopt(fresh) {
    finishPlayOut();
    // A game without a move is kept for an hour only, and nobody misses it.
    const gone = state.turn > 0 || state.can_undo;
    state = fresh;
    stopAtEnd();
    board.show(state);
    draw(state, 0);
    if (state.status === "none") begin(gone);
  }

  /**
   * The state moved on without us, or by a request of ours whose answer was lost.
   * @param {Refused} answer
   * @param {State} fresh
   */
  function catchUpWith({ code, message, repeated, retried }, fresh) {
    const ours = repeated && retried;
    if (!ours && fresh.version !== state.version) queue = [];
    if (fresh.status === "none" && cookiesOff) return board.show(state);
    adopt(fresh);
    if (ours) onChange(fresh.version);
    else if (fresh.status !== "none") tell(code === "stale_version" ? texts("caught_up") : message);
  }

  /**
   * Starts the first game, and sees whether the browser keeps it.
   * @param {boolean} gone  there was one, but its cookie has not come back
   */
  async function begin(gone) {
    const { lost } = state;
    queue = [];
    await send(["new-game"]);
    if (lost || gone) tell(texts(lost ? "saved_game_lost" : "saved_game_gone"));
    const kept = await api.get();
    if (kept.kind !== "state") return;
    cookiesOff = kept.state.status === "none";
    if (cookiesOff) notice.keep(texts("cookies_off"));
    else if (idle() && kept.state.version !== state.version) adopt(kept.state);
  }

  /** Looks whether the game has moved on elsewhere. A move that is made meanwhile comes first. */
  async function refresh() {
    outdated = true;
    // A look that is on its way may find less than there is by now, or hang on a connection that is gone.
    refreshing?.abort();
    await lookUp();
  }

  async function lookUp() {
    if (!outdated || !idle() || refreshing || cookiesOff) return;
    outdated = false;
    const asked = new AbortController();
    refreshing = asked;
    const answer = await api.get(asked.signal);
    refreshing = null;
    if (answer.kind !== "state" || asked.signal.aborted) outdated = true;
    else if (answer.state.version !== state.version) adopt(answer.state);
    if (answer.kind === "state" || asked.signal.aborted) await lookUp();
  }

  return {
    refresh,

    /** Draws the first state. */
    start() {
      board.settle(state);
      draw(state, 0);
      if (state.status === "none") begin(false);
    },

    /**
     * @param {Direction} direction
     * @param {boolean} [held]
     */
    press(direction, held = false) {
      const open = state.status === "playing" || [...flight, ...queue].some(isAction);
      if (!open && !held) {
        board.nudge(direction);
        announcer.say(sentences.ended(state));
      }
      if (!open || queue.length >= QUEUE) return;
      dropHint();
      const now = performance.now();
      if (held && (!idle() || now - lastPress < HELD_INTERVAL || !state.slides[direction])) return;
      lastPress = now;
      queue.push(direction);
      pump();
    },

    /** @param {Action} action */
    act(action) {
      if (action !== "undo" && [...flight, ...queue].includes(action)) return;
      dropHint();
      queue.push(action);
      pump();
    },

    idle,

    /**
     * Lets the solver play some moves, when nothing else is under way. The game has moved on with them; who
     * asks shows them.
     * @param {number} moves
     * @param {number} until  a new tile of this value ends them; 0: none does
     * @returns {Promise<State | null>}  null: it was refused, which has been told and shown
     */
    async autoplay(moves, until) {
      finishPlayOut();
      refreshing?.abort();
      flight = ["autoplay"];
      const query = `&moves=${moves}${until ? `&until=${until}` : ""}`;
      const answer = await post("/autoplay", { query, patience: PATIENCE });
      flight = [];
      if (answer.kind === "state") {
        state = answer.state;
        onChange(state.version);
      } else if (answer.kind === "refused") yieldTo(answer);
      return answer.kind === "state" ? state : null;
    },

    /** Goes on with what was asked meanwhile. */
    goOn() {
      pump();
      lookUp();
    },

    /** @param {number} version  as another tab tells it */
    hear(version) {
      if (version !== state.version) refresh();
    },

    /** Whether a new game would put something aside. */
    inProgress: () => state.turn > 0 && (state.status === "playing" || state.status === "won"),
  };
}
