// @ts-check

/**
 * Tells the other tabs of this browser which version the game has come to. Where the browser has no
 * such channel, or refuses it (cookies off), nobody is told; the version of each request still counts.
 *
 * @param {string} name
 */
export function createChannel(name) {
  const channel = open(name);

  return {
    /** @param {number} version */
    tell: (version) => channel?.postMessage(version),

    /** @param {(version: number) => void} heard */
    listen: (heard) => channel?.addEventListener("message", ({ data }) => heard(data)),
  };
}

/** @param {string} name */
function open(name) {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}
