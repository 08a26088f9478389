/** Requests of one call that go on in one turn of the event loop. */
export const IN_ONE_TURN = 4;

/**
 * Returns what lets requests go on, at most `IN_ONE_TURN` of them in one turn of the event loop, in the order in which they came:
 * where a thousand arrive in one moment, other people's calls are answered in between, and not after the last of them.
 */
export function inTurns(): (goOn: () => void) => void {
  const waiting: (() => void)[] = [];
  let left = IN_ONE_TURN;
  let isPlanned = false;
  const turn = (): void => {
    const going = waiting.splice(0, IN_ONE_TURN);
    left = IN_ONE_TURN - going.length;
    isPlanned = going.length > 0;
    if (isPlanned) setImmediate(turn);
    for (const goOn of going) goOn();
  };
  return (goOn) => {
    if (!isPlanned) {
      isPlanned = true;
      setImmediate(turn);
    }
    if (left === 0) {
      waiting.push(goOn);
      return;
    }
    left -= 1;
    goOn();
  };
}
