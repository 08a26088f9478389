export type Decoded = { text: string } | { fault: string; line?: number };

/** UTF-8, with or without a byte order mark; anything else is named, so that one knows what to save it as. */
export function decodeText(bytes: Uint8Array): Decoded {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    if (hasUtf16Mark(bytes)) {
      return { fault: "文件是 UTF-16 编码，请另存为“CSV UTF-8”后再导入" };
    }
    if (isGbk(bytes)) {
      return { fault: "文件是 GBK（ANSI）编码，请另存为“CSV UTF-8”后再导入" };
    }
    return { fault: "这一行含有不是 UTF-8 的字节", line: firstBrokenLine(bytes) };
  }
}

function hasUtf16Mark([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/** Chinese read as GBK is mostly common characters; a broken UTF-8 file read as GBK is not valid or mostly is not. */
function isGbk(bytes: Uint8Array): boolean {
  let text: string;
  try {
    text = new TextDecoder("gbk", { fatal: true }).decode(bytes);
  } catch {
    return false;
  }
  // a file that is UTF-8 but for one spot still has many valid UTF-8 characters
  const asUtf8 = new TextDecoder("utf-8").decode(bytes);
  const broken = asUtf8.match(/\uFFFD/gu)?.length ?? 0;
  const intact = asUtf8.match(/\p{Script=Han}/gu)?.length ?? 0;
  return /\p{Script=Han}/u.test(text) && broken > intact;
}

function firstBrokenLine(bytes: Uint8Array): number {
  const text = new TextDecoder("utf-8").decode(bytes);
  return text.slice(0, text.indexOf("\uFFFD")).split("\n").length;
}
