import type { AnswerOf, readQrStatus } from "#contract";

export type QrAnswer = AnswerOf<typeof readQrStatus>;

interface Watch {
  ask(): Promise<QrAnswer>;
  onAnswer(answer: QrAnswer): void;
  everyMs: number;
  /** Returns true while the page cannot be seen: then nobody can scan the code. */
  hidden(): boolean;
}

/** Polls the status of a code until it is decided, also after failures. Returns a function that stops it. */
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
