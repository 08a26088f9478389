/** Digits of a code that goes to a phone or an address. */
export const CODE_LENGTH = 6;

/** What is wrong with a code as it was typed, in words for the person; undefined when nothing is. */
export function codeFault(code: string): string | undefined {
  return new RegExp(`^\\d{${CODE_LENGTH}}$`).test(code)
    ? undefined
    : `请输入收到的 ${CODE_LENGTH} 位数字`;
}
