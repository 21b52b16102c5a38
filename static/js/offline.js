// @ts-check

import { createSettings } from "./settings.js";
import { createStorage } from "./storage.js";

/** Between two looks for the connection, in milliseconds. */
const INTERVAL = 3000;

const { here = "", game = "" } = /** @type {HTMLElement} */ (document.getElementById("offline")).dataset;

// The kept page is drawn for nobody in particular.
createSettings({
  storage: createStorage(() => window.localStorage),
  root: document.documentElement,
  setCookie: (cookie) => (document.cookie = cookie),
});

/** This page stands at the address that did not answer; at its own there is nothing to wait for. */
function goOn() {
  if (location.pathname === here) location.replace(game);
  else location.reload();
}

async function look() {
  try {
    const { ok } = await fetch(here, { method: "HEAD", cache: "no-store" });
    if (ok) goOn();
  } catch {
    // Not yet.
  }
}

setInterval(look, INTERVAL);
window.addEventListener("online", look);
