/** An all-digit id names one agreement; anything else is a type, whose version in force is wanted (RT-05). */
export function agreementInput(id: string): { id: string } | { type: string } {
  return /^\d+$/.test(id) ? { id } : { type: id };
}

/** The day in Chinese, as it is in China, wherever the reader is. */
export function effectiveDate(time: string): string {
  return new Intl.DateTimeFormat("zh-CN", { dateStyle: "long", timeZone: "Asia/Shanghai" }).format(
    new Date(time),
  );
}
