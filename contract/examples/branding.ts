import type { ExamplesOf } from "./example.ts";

export const BRANDING_EXAMPLES: ExamplesOf<"readBranding" | "saveBranding"> = {
  readBranding: {
    description:
      "平台的名称、标志、颜色、欢迎语、地址和备案号。own 是在页面里设置的，没有设置的用 defaults：来自 site.json，再没有就是产品自带的。",
    input: {},
    answer: {
      own: { name: "晨曦云", colour: "#00703c", icp: "京ICP备12345678号-1" },
      defaults: {
        name: "学门",
        welcome: "一扇门，通向每天的学习与教学",
        owner: "晨曦区教育局（演示）",
      },
    },
  },
  saveBranding: {
    description:
      "每一项带上改之前看到的值：别人已经改成别的时，以 40900 拒绝，data.conflicts 写明是哪些项、现在是什么。after 为 null 恢复默认。颜色要保证文字看得清，否则以 40001 说明。离上次输入密码较久时，以 40004（check 为 password）要操作人再证明一次是本人。",
    input: { changes: [{ field: "name", before: null, after: "晨曦云" }] },
    answer: { own: { name: "晨曦云" } },
  },
};
