// @ts-check

const INTERVAL = 500;

/**
 * The line that a screen reader speaks: two sentences a second at most, and of those that come faster the latest.
 *
 * @param {HTMLElement} element  role="status"
 */
export function createAnnouncer(element) {
  let next = "";
  let timer = 0;

  function speak() {
    timer = 0;
    if (!next) return;
    // The same words twice are no change, and would not be spoken: a blank at the end makes them differ.
    element.textContent = next === element.textContent ? `${next}\u00a0` : next;
    next = "";
    timer = setTimeout(speak, INTERVAL);
  }

  return {
    /** @param {string} sentence */
    say(sentence) {
      next = sentence;
      if (!timer) speak();
    },
  };
}
