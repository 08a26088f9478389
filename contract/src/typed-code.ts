/** The number of digits of a code that is sent to a phone or an e-mail address. */
export const CODE_LENGTH = 6;

/** Returns a sentence that says what is wrong with a typed code; undefined when it is well-formed. */
export function codeFault(code: string): string | undefined {
  return new RegExp(`^\\d{${CODE_LENGTH}}$`).test(code)
    ? undefined
    : `请输入收到的 ${CODE_LENGTH} 位数字`;
}
