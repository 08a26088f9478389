import type { ExamplesOf } from "./example.ts";

const KEY = "Zk3vQ0m1T6yR8wLx2bNcPg";

export const FILE_EXAMPLES: ExamplesOf<"readUploadPermission" | "confirmFile"> = {
  readUploadPermission: {
    description:
      "得到一个 15 分钟内有效、只能用一次的上传许可，再按 method、url、headers 把文件内容原样发出，最后确认。" +
      "格式不对、过大时拒绝；图标须有 app.manage 权限，通知的文件须有 notice.send；一小时内许可过多时请稍后再试。",
    input: { purpose: "avatar", filename: "我的照片.jpg", size: 183_250, mime: "image/jpeg" },
    answer: {
      provider: "local",
      endpoint: "",
      bucket: "",
      region: "",
      key: KEY,
      method: "PUT",
      url: `/file/upload/${KEY}?expires=1795167000&signature=a-made-up-signature`,
      headers: { "content-type": "image/jpeg" },
      expiration: "2026-11-20T08:15:00.000Z",
      public_url: `/file/${KEY}`,
    },
  },
  confirmFile: {
    description:
      "按真正收到的内容检查大小与格式，图片重新编码并去掉拍摄信息，然后保存。内容与许可不符、损坏或像素过多时拒绝。可以重复确认。",
    input: { key: KEY },
    answer: {
      key: KEY,
      name: "我的照片.jpg",
      mime: "image/jpeg",
      size: 41_872,
      width: 512,
      height: 512,
      url: `/file/${KEY}`,
    },
  },
};
