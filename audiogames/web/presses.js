// What is pressed is what was there when the finger came down, wherever it is when it goes up again:
// a picture may come in between, and no press goes without an answer.

const NEAR = 10; // CSS pixels that a finger may slide
const SAME = 500; // milliseconds in which a click still belongs to the finger that went up

const FRESH = 3000; // milliseconds in which a picture may still be what a press has brought

let last = null; // the button that was pressed last, and when

/** The button that was pressed just now, if it is on the page still or was the reason of what comes. */
export const justPressed = () => (last && performance.now() - last.at < FRESH ? last.button : null);

let touched = null; // the button, or the card on the table, what it meant, where the finger came down, and when it went up

/** Have a button, or a card on the table, mean a message to the program. */
export const means = (button, message) => { button.means = message; };

/** A click on this thing of the frame: it says on which, since the picture may change on its way. */
export const click = (thing) => ({ t: "click", number: thing.click });

/** Call `press` with what each pressed button means. */
export function hearPresses(hear) {
  const press = (message, button) => {
    last = { button, at: performance.now() };
    hear(message);
  };
  const listen = (kind, act) => addEventListener(kind, act, { capture: true, passive: true });
  listen("pointerdown", ({ target, button: which, clientX, clientY }) => {
    const button = which ? null : buttonOf(target); // a mouse has others
    touched = button && { button, message: button.means, clientX, clientY };
  });
  listen("pointercancel", () => { touched = null; }); // it scrolls
  listen("keydown", () => { touched = last = null; });
  listen("pointerup", (event) => {
    if (!touched || !isNear(event)) return;
    touched.upAt = event.timeStamp;
    if (touched.button.isConnected) return; // a click will follow
    touched.answered = true; // a click may follow, on whatever is there now, or none
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
