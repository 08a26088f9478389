import { session } from "./session.ts";

let before: Promise<unknown> = Promise.resolve();

/**
 * Saves what a person has chosen once the choices before it are answered: of two within one round trip the server could
 * else take the first one last. Resolves to false, with nothing saved, where the person has left meanwhile, or `isWanted`
 * says that another choice stands in its place.
 */
export function saveInOrder(
  save: () => Promise<unknown>,
  isWanted: () => boolean = () => true,
): Promise<boolean> {
  const { token } = session.getState();
  const turn = async () => {
    if (session.getState().token !== token || !isWanted()) return false;
    await save();
    return true;
  };
  const saved = before.then(turn, turn);
  before = saved;
  return saved;
}
