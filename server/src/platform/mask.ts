/** Masks a mobile number: 13800000000 → 138****0000. */
export function maskMobile(mobile: string | null): string | null {
  if (mobile === null) return null;
  if (mobile.length < 7) return "****";
  return `${mobile.slice(0, 3)}****${mobile.slice(-4)}`;
}

/** Masks an e-mail address: linlan@example.cn → l***@example.cn. */
export function maskEmail(email: string | null): string | null {
  if (email === null) return null;
  const at = email.lastIndexOf("@");
  return at < 1 ? "***" : `${email.slice(0, 1)}***${email.slice(at)}`;
}

/** Masks a mobile number or an e-mail address for a log or an operator's table. */
export function maskReceiver(receiver: string): string {
  return (receiver.includes("@") ? maskEmail(receiver) : maskMobile(receiver)) ?? "";
}
