import type { AnswerOf, readQrStatus } from "#contract";

export type QrAnswer = AnswerOf<typeof readQrStatus>;

interface Watch {
  ask(): Promise<QrAnswer>;
  onAnswer(answer: QrAnswer): void;
  everyMs: number;
  /** The page cannot be seen: nobody scans a code on it. */
  hidden(): boolean;
}

/** Asks again and again how a code stands, until it is decided. What fails is asked again. Returns the way to stop. */
export function watchCode({ ask, onAnswer, everyMs, hidden }: Watch): () => void {
  let over = false;
  let clock: ReturnType<typeof setTimeout> | undefined;
  const later = () => (clock = setTimeout(() => void look(), everyMs));

  async function look(): Promise<void> {
    if (hidden()) return void later();
    const answer = await ask().catch(() => null);
    if (over) return;
    if (answer !== null) onAnswer(answer);
    if (answer === null || answer.status === "waiting" || answer.status === "scanned") later();
  }

  later();
  return () => {
    over = true;
    clearTimeout(clock);
  };
}
