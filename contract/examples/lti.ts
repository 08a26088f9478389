import type { ExamplesOf } from "./example.ts";

const ID = "7c2a9d34-5a2e-4a2f-9c0b-1f5b7c8d9e10";

export const LTI_EXAMPLES: ExamplesOf<
  "chooseContent" | "readContents" | "openContent" | "removeContent"
> = {
  chooseContent: {
    description: "只限任教于该班的老师；选好的内容由工具送回，见“选好的内容”。",
    input: { app_id: "virtual-lab", class_id: "c-3-2" },
    answer: {
      kind: "lti",
      method: "POST",
      url: "https://lab.example.cn/lti/login",
      fields: { iss: "https://xuemen.example.cn", login_hint: "hR5tY8uI1oP4aS7d" },
      opens_in: "tab",
      expires_in: 60,
    },
  },
  readContents: {
    description: "class_id 缺省时返回本人各班的内容；与本人无关的班级按不存在回答。",
    input: { class_id: "c-3-2" },
    answer: {
      contents: [
        {
          id: ID,
          app_id: "virtual-lab",
          class_id: "c-3-2",
          title: "浮力实验",
          text: "先猜一猜，再动手做",
        },
      ],
    },
  },
  openContent: {
    description: "与打开应用相同，但直接进入这项内容。",
    input: { id: ID },
    answer: {
      kind: "lti",
      method: "POST",
      url: "https://lab.example.cn/lti/login",
      fields: { iss: "https://xuemen.example.cn", login_hint: "zX2cV5bN8mQ1wE4r" },
      opens_in: "tab",
      expires_in: 60,
    },
  },
  removeContent: {
    description: "只限任教于该班的老师，移除后学生不再看得到。",
    input: { id: ID },
    answer: {},
  },
};
