// What must not stop the page: storage that the browser forbids, and parts of the picture that
// something else on the page has changed, such as a translator or an extension.

/** The result of `act`; null where it throws. */
export function attempt(act) {
  try {
    return act();
  } catch {
    return null;
  }
}

/** Whether the browser keeps anything for this tab: one that blocks site data throws at the name. */
export const keepsInTab = () => attempt(() => {
  sessionStorage.setItem("audiogames-probe", "1");
  sessionStorage.removeItem("audiogames-probe");
  return true;
}) ?? false;
