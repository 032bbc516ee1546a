// A press means what was under the finger when it came down, wherever it is lifted: a frame may
// arrive in between, and every press gets an answer.

const NEAR = 10; // the CSS pixels that a finger may slide
const SAME = 500; // milliseconds during which a click belongs to the finger lifted before

const FRESH = 3000; // milliseconds during which a new frame may be the result of a press

let last = null; // the last pressed button, and the time

/** Return the button pressed just now, which may be the cause of the frame being drawn. */
export const justPressed = () => (last && performance.now() - last.at < FRESH ? last.button : null);

let touched = null; // the button, or the card on the table, what it meant, where the finger came down, and when it went up

/** Set the message that a button, or a card on the table, sends. */
export const means = (button, message) => { button.means = message; };

/** Return the message of a click, naming its target, since the frame may change meanwhile. */
export const click = (thing) => ({ t: "click", number: thing.click });

/** Call `hear` with the message of each pressed button. */
export function hearPresses(hear) {
  const press = (message, button) => {
    last = { button, at: performance.now() };
    hear(message);
  };
  const listen = (kind, act) => addEventListener(kind, act, { capture: true, passive: true });
  listen("pointerdown", ({ target, button: which, clientX, clientY }) => {
    const button = which ? null : buttonOf(target); // other mouse buttons are ignored
    touched = button && { button, message: button.means, clientX, clientY };
  });
  listen("pointercancel", () => { touched = null; }); // the page scrolls
  listen("keydown", () => { touched = last = null; });
  listen("pointerup", (event) => {
    if (!touched || !isNear(event)) return;
    touched.upAt = event.timeStamp;
    if (touched.button.isConnected) return; // a click will follow
    touched.answered = true; // a click may follow, on another element, or none
    press(touched.message, touched.button);
  });
  listen("click", (event) => {
    const finger = touched && event.timeStamp - touched.upAt < SAME ? touched : null;
    const button = finger?.button ?? buttonOf(event.target);
    const message = finger?.message ?? button?.means;
    touched = null;
    if (message && !finger?.answered) press(message, button);
  });
}

function buttonOf(target) {
  const button = target.closest?.("button, .lying, .turned, .line");
  return button?.means ? button : null;
}

function isNear({ clientX, clientY }) {
  return Math.hypot(clientX - touched.clientX, clientY - touched.clientY) <= NEAR;
}
