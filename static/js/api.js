// @ts-check
/** @typedef {"slow" | "busy" | "offline"} Trouble  the last two: an answer was lost, and is tried for again */
/** @import { Accepted, Hinted, Lost, Refused } from "./types.js" */

const TIMEOUT = 10_000;
/** After so long without an answer it is said that one is waited for. */
const SLOW = 2500;
/** What is not refused, but asked to come again: time-out, too early, too many. */
const LATER = new Set([408, 425, 429]);
const PAUSES = [500, 1000, 2000, 4000, 8000];
/** It is busy as long as it runs: asking again is in vain. */
const FOR_GOOD = "no_solver";

/**
 * Requests. A post returns only with an answer that counts: what gets lost on the way is sent again,
 * word for word, for as long as it takes. The version in its URL keeps it from being done twice.
 *
 * @param {object} parts
 * @param {typeof globalThis.fetch} parts.fetch
 * @param {string} parts.root  where the site is mounted, without a slash at its end
 * @param {string} parts.language
 * @param {(trouble: Trouble) => void} parts.onTrouble  no answer comes; told once
 * @param {(came: boolean) => void} parts.onCalm  one that was lost came after all, or none is waited for any more
 */
export function createApi({ fetch, root, language, onTrouble, onCalm }) {
  let wake = () => {};

  /**
   * @param {string} method
   * @param {string} path
   * @param {AbortSignal} [signal]
   * @returns {Promise<Accepted | Hinted | Refused | Lost>}
   */
  async function attempt(method, path, signal) {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), TIMEOUT);
    signal?.addEventListener("abort", () => abort.abort());
    try {
      const response = await fetch(root + path, {
        method,
        headers: { Accept: "application/json" },
        credentials: "same-origin",
        cache: "no-store",
        signal: abort.signal,
      });
      return await read(response);
    } catch {
      return { kind: "lost", busy: false, after: 0 };
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * @param {number} milliseconds
   * @param {boolean} wakeable  a connection that comes back ends the pause
   * @param {AbortSignal} [signal]  ends it, too
   */
  const pause = (milliseconds, wakeable, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      function end() {
        clearTimeout(timer);
        resolve(undefined);
      }
      signal?.addEventListener("abort", end);
      wake = () => wakeable && end();
    });

  return {
    /** @param {AbortSignal} [signal] */
    get: (signal) => attempt("GET", `/game?language=${language}`, signal),

    /**
     * @param {string} path
     * @param {number} version
     * @param {object} [options]
     * @param {string} [options.query]  what else its URL says
     * @param {AbortSignal} [options.signal]  the answer is not wanted any more; what is returned means nothing
     * @param {number} [options.patience]  for how many milliseconds it is asked for again
     * @returns {Promise<(Accepted | Hinted | Refused) & { retried: boolean }>}
     */
    async post(path, version, { query = "", signal, patience = Infinity } = {}) {
      const since = performance.now();
      /** @type {Trouble | undefined} */
      let trouble;
      /** @param {Trouble} now */
      function report(now) {
        if (trouble !== now) onTrouble(now);
        trouble = now;
      }
      for (let retries = 0; ; retries += 1) {
        const timer = setTimeout(() => trouble || report("slow"), SLOW);
        const answer = await attempt("POST", `${path}?version=${version}&language=${language}${query}`, signal);
        clearTimeout(timer);
        const retried = retries > 0;
        if (answer.kind !== "lost") {
          if (trouble) onCalm(retried);
          return { ...answer, retried };
        }
        const due = Math.max(PAUSES[Math.min(retries, PAUSES.length - 1)], answer.after);
        const late = performance.now() - since + due > patience;
        if (!signal?.aborted && !late && answer.code !== FOR_GOOD) {
          report(answer.busy ? "busy" : "offline");
          await pause(due, !answer.busy, signal);
          if (!signal?.aborted) continue;
        }
        if (trouble) onCalm(false);
        return { kind: "refused", code: answer.code ?? "lost", message: answer.message ?? "", retried };
      }
    },

    /** The connection is back. */
    hurry: () => wake(),
  };
}

/**
 * @param {Response} response
 * @returns {Promise<Accepted | Hinted | Refused | Lost>}
 */
async function read(response) {
  // No JSON in a 200 is a sign-in page in between, not our server: that throws, and counts as lost.
  if (response.ok) {
    const content = await response.json();
    return "reason" in content ? { kind: "hint", hint: content } : { kind: "state", state: content };
  }
  const { error, state, repeated } = await response.json().catch(() => ({}));
  if (LATER.has(response.status) || response.status >= 500) {
    const seconds = Number(response.headers.get("Retry-After"));
    return { kind: "lost", busy: true, after: seconds > 0 ? seconds * 1000 : 0, ...error };
  }
  // Nor is a refusal without a code one of ours: a proxy's, or a network that asks to sign in first.
  if (!error?.code) return { kind: "lost", busy: true, after: 0 };
  return { kind: "refused", code: error.code, message: error.message, state, repeated };
}
