export type Decoded = { text: string } | { fault: string; line?: number };

/**
 * Decodes text from UTF-8 or UTF-16 (with or without a byte order mark), else from GB18030, which includes GBK and
 * GB2312 (RO-01). A broken UTF-8 file is refused with the first broken line, never taken for GBK.
 */
export function decodeText(bytes: Uint8Array): Decoded {
  const wide = utf16Of(bytes);
  if (wide !== undefined) {
    const text = decoded(wide, bytes);
    return text === undefined
      ? { fault: "文件像是 UTF-16 编码，但中间有残缺，请重新导出" }
      : { text };
  }
  const text = decoded("utf-8", bytes) ?? asChinese(bytes);
  return text === undefined
    ? { fault: "这一行含有不是 UTF-8 的字节", line: firstBrokenLine(bytes) }
    : { text };
}

function decoded(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Detects UTF-16 by its mark; without one by the zero bytes of a table's commas, digits and line breaks. */
function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const SAMPLE_BYTES = 1000;
  const zeros = [0, 0];
  for (const [index, byte] of bytes.subarray(0, SAMPLE_BYTES).entries()) {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  if (even + odd === 0) return undefined;
  return odd > even ? "utf-16le" : "utf-16be";
}

/**
 * Decodes GB18030 if the result is mostly common characters; a broken UTF-8 file read as such is invalid or mostly is
 * not. Undefined otherwise.
 */
function asChinese(bytes: Uint8Array): string | undefined {
  const text = decoded("gb18030", bytes);
  // a file that is UTF-8 but for one spot still has many valid UTF-8 characters
  const asUtf8 = new TextDecoder("utf-8").decode(bytes);
  const broken = asUtf8.match(/\uFFFD/gu)?.length ?? 0;
  const intact = asUtf8.match(/\p{Script=Han}/gu)?.length ?? 0;
  return text !== undefined && /\p{Script=Han}/u.test(text) && broken > intact ? text : undefined;
}

function firstBrokenLine(bytes: Uint8Array): number {
  const text = new TextDecoder("utf-8").decode(bytes);
  return text.slice(0, text.indexOf("\uFFFD")).split("\n").length;
}
