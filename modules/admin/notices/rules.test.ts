import { expect, test } from "vitest";
import { NOTICE_BYTES_MAX, NOTICE_FILES_MAX } from "#contract";
import { filesFault, filesLack } from "./rules.ts";

const MB = 1024 * 1024;
const pdf = (size = MB, name = "路线.pdf") => ({ name, type: "application/pdf", size });

test("files that cannot be added are said in a sentence, before anything travels", () => {
  expect(filesFault([pdf(), { name: "回执.docx", type: "", size: 9 }], [])).toBeUndefined();
  const nine = Array.from({ length: NOTICE_FILES_MAX }, () => pdf());
  expect(filesFault([pdf()], nine)).toBe("图片和文件最多 9 个");
  expect(filesFault([pdf(20 * MB + 1)], [])).toBe("路线.pdf：文件不能超过 20 MB");
  expect(filesFault([pdf(0)], [])).toBe("路线.pdf：这个文件是空的");
  expect(filesFault([{ name: "a.zip", type: "application/zip", size: 9 }], [])).toMatch(
    /^a\.zip：只能上传 .*Word（docx）、Excel（xlsx）、PPT（pptx） 格式的文件$/,
  );
  const nearly = [pdf(NOTICE_BYTES_MAX - MB)];
  expect(filesFault([pdf(MB)], nearly)).toBeUndefined();
  expect(filesFault([pdf(MB + 1)], nearly)).toBe("图片和文件合计不能超过 50 MB");
});

test("a notice waits for files that are under way, and for the person where one failed", () => {
  expect(filesLack({ underWay: false, failed: false })).toBeUndefined();
  expect(filesLack({ underWay: true, failed: true })).toBe("图片和文件还没有传完，请稍等");
  expect(filesLack({ underWay: false, failed: true })).toBe(
    "有文件没有传上，请重试，或移除后重新添加",
  );
});
