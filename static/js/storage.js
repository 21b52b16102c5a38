// @ts-check

/**
 * Keeps a few values in the browser. Where the browser refuses (private windows, a full disk), they are
 * kept for as long as the page is open.
 *
 * @param {() => Storage} open  reading window.localStorage may itself throw
 */
export function createStorage(open) {
  /** @type {Map<string, string>} */
  const memory = new Map();
  /** @param {string} name */
  const key = (name) => `2048.${name}`;

  return {
    /** @param {string} name */
    read(name) {
      try {
        return open().getItem(key(name)) ?? memory.get(name) ?? null;
      } catch {
        return memory.get(name) ?? null;
      }
    },

    /**
     * @param {string} name
     * @param {string} value
     */
    write(name, value) {
      memory.set(name, value);
      try {
        open().setItem(key(name), value);
      } catch {
        // Memory holds it.
      }
    },

    /**
     * Calls back when another tab has written; returns what ends it.
     * @param {string} name
     * @param {() => void} changed
     */
    watch(name, changed) {
      /** @param {StorageEvent} event */
      const listen = (event) => event.key === key(name) && changed();
      window.addEventListener("storage", listen);
      return () => window.removeEventListener("storage", listen);
    },
  };
}
