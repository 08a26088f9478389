/** How a code reaches somebody. */
export const CHANNELS = ["mobile", "email"] as const;
export type Channel = (typeof CHANNELS)[number];

const MOBILE = /^1[3-9]\d{9}$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** A number or an address as it is kept, however it was typed; undefined for what is neither. */
export function receiverOf(typed: string): { channel: Channel; receiver: string } | undefined {
  const text = typed.normalize("NFKC").trim();
  const number = text.replace(/[\s-]/g, "").replace(/^\+?86(?=1\d{10}$)/, "");
  if (MOBILE.test(number)) return { channel: "mobile", receiver: number };
  return EMAIL.test(text) ? { channel: "email", receiver: text.toLowerCase() } : undefined;
}
