/** The channels by which codes are delivered. */
export const CHANNELS = ["mobile", "email"] as const;
export type Channel = (typeof CHANNELS)[number];

const MOBILE = /^1[3-9]\d{9}$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Returns the channel and the stored form of a typed mobile number or e-mail address; undefined when it is neither. */
export function receiverOf(typed: string): { channel: Channel; receiver: string } | undefined {
  const text = typed.normalize("NFKC").trim();
  const number = text.replace(/[\s-]/g, "").replace(/^\+?86(?=1\d{10}$)/, "");
  if (MOBILE.test(number)) return { channel: "mobile", receiver: number };
  return EMAIL.test(text) ? { channel: "email", receiver: text.toLowerCase() } : undefined;
}
