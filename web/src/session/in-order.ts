import { session } from "./session.ts";

let before: Promise<unknown> = Promise.resolve();

/** Events at which a page is left; not every browser has the first for every way of leaving. */
const LEAVING = ["beforeunload", "pagehide"] as const;

/**
 * Saves what a person has chosen once the choices before it are answered: of two within one round trip the server could
 * else take the first one last. Resolves to false, with nothing saved, where the person has left meanwhile, or `isWanted`
 * says that another choice stands in its place. `save` makes its call with `keepalive`: what still waits when the page is
 * left is saved at once.
 */
export function saveInOrder(
  save: () => Promise<unknown>,
  isWanted: () => boolean = () => true,
): Promise<boolean> {
  const { token } = session.getState();
  const saved = turnAfter(before).then(async () => {
    if (session.getState().token !== token || !isWanted()) return false;
    await save();
    return true;
  });
  before = saved;
  return saved;
}

/** Resolves when the work has ended, or the page is left: no turn would come after that. */
function turnAfter(work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      for (const name of LEAVING) removeEventListener(name, go);
      resolve();
    };
    for (const name of LEAVING) addEventListener(name, go);
    work.then(go, go);
  });
}
