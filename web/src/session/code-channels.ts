/** The part of `config.json` about codes: the server adds it to the operator's file. */
type Channel = "mobile" | "email";

/** Returns the channels by which codes are delivered; empty where no provider is configured (SE-04). */
export function codeChannels(file: unknown): Channel[] {
  const { codes } = record(file);
  const given: unknown[] = Array.isArray(codes) ? codes : [];
  return (["mobile", "email"] as const).filter((channel) => given.includes(channel));
}

/** Returns the label of the field for a person's mobile number or e-mail address. */
export function receiverLabel(channels: readonly Channel[]): string {
  const names = channels.map((channel) => (channel === "mobile" ? "手机号" : "邮箱"));
  return names.join("或") || "手机号或邮箱";
}

/** Returns the address of the codes that the demo does not send; null where they are really sent. */
export function demoOutbox(file: unknown, apiServer: string | null): string | null {
  const { demo_outbox: path } = record(file);
  return typeof path === "string" && path.startsWith("/") ? (apiServer ?? "") + path : null;
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
