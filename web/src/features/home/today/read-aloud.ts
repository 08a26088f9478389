/** Milliseconds of holding after which a card is read aloud. */
export const HOLD_MS = 450;

export function canReadAloud(): boolean {
  return "speechSynthesis" in window && "SpeechSynthesisUtterance" in window;
}

/** Reads a text aloud in Chinese; what was being read ends. */
export function readAloud(text: string): void {
  if (!canReadAloud()) return;
  const words = new SpeechSynthesisUtterance(text);
  words.lang = "zh-CN";
  // a child follows more slowly
  words.rate = 0.9;
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
}
