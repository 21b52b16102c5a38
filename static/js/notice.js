// @ts-check

const SEEN_FOR = 6000;

/**
 * The line that is seen: one at a time. What is said is seen for a while, over what is kept.
 *
 * @param {HTMLElement} element
 */
export function createNotice(element) {
  /** @type {Set<string>} */
  const kept = new Set();
  let timer = 0;

  function showKept() {
    clearTimeout(timer);
    element.textContent = [...kept].at(-1) ?? "";
  }

  return {
    /**
     * Shows a text until the function that this returns is called.
     * @param {string} text
     */
    keep(text) {
      kept.add(text);
      showKept();
      return () => {
        kept.delete(text);
        showKept();
      };
    },

    /** @param {string} text */
    say(text) {
      clearTimeout(timer);
      element.textContent = text;
      timer = setTimeout(showKept, SEEN_FOR);
    },
  };
}
