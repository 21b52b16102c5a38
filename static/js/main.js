// @ts-check
/** @import { Action, Direction, State } from "./types.js" */

import { createAnnouncer } from "./announcer.js";
import { createApi } from "./api.js";
import { createBanner } from "./banner.js";
import { createBoard } from "./board.js";
import { createChannel } from "./channel.js";
import { createDialog, dialogOpen } from "./dialog.js";
import { createGame } from "./game.js";
import { createGamepad } from "./gamepad.js";
import { createHaptics } from "./haptics.js";
import { bindInput } from "./input.js";
import { createNotice } from "./notice.js";
import { takeParts } from "./parts.js";
import { createQuestion } from "./question.js";
import { createScores } from "./scores.js";
import { createSentences } from "./sentences.js";
import { createSettings, createSettingsForm } from "./settings.js";
import { createShare } from "./share.js";
import { createSolver } from "./solver.js";
import { createStorage } from "./storage.js";
import { createTable } from "./table.js";
import { createTexts } from "./texts.js";

/** @param {string} id */
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @param {string} id */
const read = (id) => JSON.parse(find(id).textContent ?? "");

const language = document.documentElement.lang;
const { format } = new Intl.NumberFormat(language);
const texts = createTexts(read("texts"), language);
const part = takeParts(document);
const storage = createStorage(() => window.localStorage);
const settings = createSettings({
  storage,
  root: document.documentElement,
  setCookie: (cookie) => (document.cookie = cookie),
  onChange: paintBars,
});
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const moving = () => !calm.matches && settings.get("motion") !== "off" && !solver?.fast();

/** The browser's own bars, which the server has given the colour of the page. */
function paintBars() {
  const paper = getComputedStyle(document.documentElement).backgroundColor;
  const bars = /** @type {NodeListOf<HTMLMetaElement>} */ (document.querySelectorAll('meta[name="theme-color"]'));
  for (const bar of bars) bar.content = paper;
}

for (const wish of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"]) {
  matchMedia(wish).addEventListener("change", paintBars);
}

const boardElement = find("board");
const stage = find("stage");
document.getElementById("banner")?.remove();
find("frame").append(part("banner"));
find("foot").append(part("read"), part("tools"));
document.body.append(part("question"), part("settings"), part("help"), part("result"));
const hintButton = /** @type {HTMLElement | null} */ (document.querySelector('[data-play="hint"] button'));
const autoButton = /** @type {HTMLElement | null} */ (document.querySelector('[data-play="autoplay"] button'));
if (hintButton) find("controls").after(part("hint"), part("autoplay"));

const announcer = createAnnouncer(find("status"));
const notice = createNotice(find("notice"));
const board = createBoard(boardElement, { moving });
const table = createTable(/** @type {HTMLTableElement} */ (find("table")), texts);
const scores = createScores({ score: find("score"), best: find("best"), storage, format, moving });
const banner = createBanner(/** @type {HTMLDetailsElement} */ (find("banner")), { format, rest: stage });
const confirmed = createQuestion(/** @type {HTMLDialogElement} */ (find("question")));
const openHelp = createDialog(/** @type {HTMLDialogElement} */ (find("help")));
const settingsForm = createSettingsForm(find("settings"), settings, { vibration: "vibrate" in navigator });
const openSettings = createDialog(/** @type {HTMLDialogElement} */ (find("settings")), settingsForm.show);
const haptics = createHaptics({
  vibrate: (milliseconds) => navigator.vibrate?.(milliseconds),
  wanted: () => settings.get("vibration") === "on",
});
const shareButton = /** @type {HTMLElement} */ (document.querySelector("#banner [data-address]"));
const share = createShare({
  dialog: /** @type {HTMLDialogElement} */ (find("result")),
  device: navigator,
  texts,
  address: new URL(shareButton.dataset.address ?? "", location.href).href,
  async findLink(version) {
    const path = `${find("game").dataset.root ?? ""}/share?version=${version}&language=${language}`;
    const options = { method: "POST", headers: { Accept: "application/json" }, signal: AbortSignal.timeout(3000) };
    const response = await fetch(path, options);
    return (await response.json()).address ?? Promise.reject(response.status);
  },
  onCopied() {
    tell(texts("copied"));
  },
});
const undoButton = /** @type {HTMLElement} */ (document.querySelector('#controls [data-play="undo"] button'));
const channel = createChannel("2048");

let shown = /** @type {State} */ (read("state"));
let troubleOver = () => {};
const api = createApi({
  fetch: window.fetch.bind(window),
  root: find("game").dataset.root ?? "",
  language,
  onTrouble(trouble) {
    const text = texts(trouble);
    troubleOver();
    troubleOver = notice.keep(text);
    announcer.say(text);
  },
  onCalm(came) {
    troubleOver();
    if (came) announcer.say(texts("connected"));
  },
});

/**
 * @param {State} state
 * @param {number} gained
 */
function paint(state, gained) {
  shown = state;
  table.show(state.board);
  scores.show(state, gained);
  banner.show(state);
  find("assisted").textContent = state.assisted ? texts("assisted") : "";
  undoButton.ariaDisabled = String(!state.can_undo);
}

/**
 * @param {State} state
 * @param {number} gained
 */
function draw(state, gained) {
  paint(state, gained);
  solver?.leave();
}

/** @param {string} seen */
function tell(seen, spoken = seen) {
  if (seen) notice.say(seen);
  announcer.say(spoken);
}

/** @type {typeof board} what the hand feels goes with what the eye sees */
const feltBoard = {
  ...board,
  slide(slide) {
    board.slide(slide);
    haptics.moved(slide.gained);
  },
  nudge(direction) {
    board.nudge(direction);
    haptics.refused();
  },
};

const sentences = createSentences(texts);
const game = createGame(shown, {
  api,
  board: feltBoard,
  announcer,
  notice,
  sentences,
  texts,
  draw,
  onAsk: (asked) => solver?.wait(asked),
  onHint: (hint, first) => solver?.show(hint, first),
  onChange: channel.tell,
});
const solver =
  hintButton &&
  autoButton &&
  createSolver({
    hintButton,
    autoButton,
    version: () => shown.version,
    onFailed: () => tell(texts("no_answer")),
    async loadHint() {
      const { createHint } = await import("./hint.js");
      const frame = find("frame");
      return createHint(find("hint"), { frame, texts, language, speak: announcer.say, notify: notice.say });
    },
    async loadAutoplay() {
      const { createAutoplay } = await import("./autoplay.js");
      /** @type {typeof paint} */
      function show(state, gained) {
        paint(state, gained);
        solver?.hide();
      }
      const parts = { game, board, sentences, texts, shown: () => shown, draw: show, tell };
      return createAutoplay(find("autoplay"), parts);
    },
  });

// The template disables what the state does not allow. Here such a button answers, with a nudge or a sentence.
for (const button of document.querySelectorAll("[data-play] button:disabled")) button.removeAttribute("disabled");

/** @param {Action | "autoplay"} action */
async function act(action) {
  if (action === "autoplay") return solver?.toggle();
  if (action === "hint" && !solver) return;
  solver?.stop();
  const asks = action === "new-game" && game.inProgress() && settings.get("confirm") === "on";
  if (!asks || (await confirmed())) game.act(action);
}

/** The press that has stopped the solver's play; a key that is still held down goes on with nothing. */
let stopped = false;

/**
 * A press while the solver plays is meant for a board that is gone: it stops the play, and no more.
 * @param {Direction} direction
 * @param {boolean} held
 */
function press(direction, held) {
  if (stopped && held) return;
  stopped = solver?.stop() ?? false;
  if (!stopped) game.press(direction, held);
}

function readBoard() {
  solver?.stop();
  announcer.say(table.read());
}

function showHelp() {
  solver?.stop();
  openHelp();
}

bindInput({
  area: stage,
  board: boardElement,
  onDirection: press,
  onAction: act,
  shortcuts: () => settings.get("shortcuts") === "on",
  onCommand(command) {
    if (command === "help") showHelp();
    else if (command === "read") readBoard();
    else if (!banner.deaf()) act(command);
  },
});
const gamepad = createGamepad({
  getGamepads: () => navigator.getGamepads?.() ?? [],
  requestFrame: (look) => requestAnimationFrame(look),
  seen: () => document.visibilityState === "visible",
  onDirection: (direction, held) => dialogOpen() || press(direction, held),
  onFirstButton: () => dialogOpen() || solver?.stop() || banner.choose(),
});
find("read").addEventListener("click", readBoard);
find("help-button").addEventListener("click", showHelp);
find("settings-button").addEventListener("click", () => {
  solver?.stop();
  openSettings();
});
stage.addEventListener("click", () => solver?.stop());

/** The controls of the solver's play, and the forms, which stop it when they are sent; all else stops it here. */
const SENDING = "#autoplay, [data-play]";
const SET = "#autoplay :is(input,select)";
/** @type {Record<string, string>} by the key: what makes something of it; of all others, what can be set does */
const TAKING = { Enter: SENDING, " ": SENDING, Tab: "#autoplay", Escape: "dialog" };
const MODIFIERS = ["Shift", "Control", "Alt", "AltGraph", "Meta"];
/** @type {EventTarget | null} */
let pressed = null;

/**
 * @param {EventTarget | null} target
 * @param {string} taking
 */
function stopUnless(target, taking) {
  if (!(target instanceof Element && target.closest(taking))) solver?.stop();
}

document.addEventListener("pointerdown", ({ target }) => (pressed = target));
// At its end a swipe has been decided, so that one that stops the play does not play as well.
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => stopUnless(pressed, SENDING));
// The keys that play have been heard before, for the same reason.
document.addEventListener("keydown", ({ key, target }) => {
  if (!MODIFIERS.includes(key)) stopUnless(target, TAKING[key] ?? SET);
  if (key === "Escape" && !dialogOpen()) solver?.hide();
});
shareButton.addEventListener("click", () => share(shown));
window.addEventListener("gamepadconnected", gamepad.wake);
document.addEventListener("visibilitychange", gamepad.wake);
window.addEventListener("online", () => {
  api.hurry();
  game.refresh();
});
window.addEventListener("pageshow", (event) => event.persisted && game.refresh());
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && game.refresh());
// A hidden tab looks when it is seen again.
channel.listen((version) => document.visibilityState === "visible" && game.hear(version));

// Only for the time without a connection: the game does not need it.
navigator.serviceWorker?.register(find("game").dataset.worker ?? "").catch(() => {});

game.start();
