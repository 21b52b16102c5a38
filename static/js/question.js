// @ts-check

import { closeBeside } from "./dialog.js";

/** The second half of a double click is no answer. */
const DEAF_FOR = 300;

/**
 * Asks before something is put aside. Escape, a click beside the dialog and the first button all mean no.
 *
 * @param {HTMLDialogElement} dialog
 * @returns {() => Promise<boolean>}
 */
export function createQuestion(dialog) {
  let opened = 0;
  /** @type {(yes: boolean) => void} */
  let answer = () => {};

  dialog.addEventListener("click", (event) => {
    // A key's click has no count.
    if (event.detail === 0 || event.timeStamp - opened >= DEAF_FOR) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
  closeBeside(dialog);
  dialog.addEventListener("close", () => {
    // The event comes late, and may find the next question open, which it does not answer.
    if (!dialog.open) answer(dialog.returnValue === "yes");
  });

  return () =>
    new Promise((resolve) => {
      answer(false);
      answer = resolve;
      dialog.returnValue = "";
      opened = performance.now();
      dialog.showModal();
    });
}
