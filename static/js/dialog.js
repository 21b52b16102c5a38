// @ts-check

/**
 * A click beside a dialog closes it, as Escape does. A drag that ends there, when text is selected, does not.
 *
 * @param {HTMLDialogElement} dialog
 */
export function closeBeside(dialog) {
  let pressedBeside = false;

  /** @param {MouseEvent} event */
  const beside = (event) => event.target === dialog && !within(dialog.getBoundingClientRect(), event);

  dialog.addEventListener("pointerdown", (event) => {
    pressedBeside = beside(event);
  });
  dialog.addEventListener("click", (event) => {
    if (pressedBeside && beside(event)) dialog.close();
  });
}

/**
 * A dialog that says something or is filled in, and is then closed; returns what opens it.
 *
 * @param {HTMLDialogElement} dialog
 * @param {() => void} [onOpen]
 */
export function createDialog(dialog, onOpen = () => {}) {
  closeBeside(dialog);

  return () => {
    if (dialog.open) return;
    onOpen();
    dialog.showModal();
    // Where it was left the last time may be its end.
    dialog.scrollTop = 0;
  };
}

/** Whether a dialog has the page's input. */
export const dialogOpen = () => document.querySelector("dialog[open]") !== null;

/**
 * @param {DOMRect} box
 * @param {MouseEvent} event
 */
const within = (box, { clientX, clientY }) =>
  clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
