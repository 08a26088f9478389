import type { ExamplesOf } from "./example.ts";

const PUPIL = {
  id: "u-linxiaoman",
  name: "林小满",
  account: "linxiaoman",
  class_names: ["三年级（2）班"],
};
const REQUESTED_AT = "2026-11-20T08:00:00.000Z";

export const SCHOOL_REQUEST_EXAMPLES: ExamplesOf<
  | "readNameCorrection"
  | "requestNameCorrection"
  | "withdrawNameCorrection"
  | "readSchoolRequests"
  | "decideNameCorrection"
  | "objectToErasure"
  | "withdrawObjection"
  | "readWaiting"
> = {
  readNameCorrection: {
    description:
      "学校名册提供的姓名不能自己改（user/edit 以 40005 拒绝），只能申请更正；correction 是最近一次申请。",
    input: {},
    answer: {
      is_roster_owned: true,
      correction: {
        to_name: "林晓满",
        reason: "名册里写错了字",
        requested_at: REQUESTED_AT,
        is_accepted: null,
        answer: null,
      },
    },
  },
  requestNameCorrection: {
    description:
      "同一时间只有一个申请等待处理，已有时以 40900 拒绝；姓名不是名册提供的也以 40900 拒绝。",
    input: { name: "林晓满", reason: "名册里写错了字" },
    answer: {
      to_name: "林晓满",
      reason: "名册里写错了字",
      requested_at: REQUESTED_AT,
      is_accepted: null,
      answer: null,
    },
  },
  withdrawNameCorrection: {
    description: "处理之前可以撤回；没有在等待的申请时以 40400 拒绝。",
    input: {},
    answer: {},
  },
  readSchoolRequests: {
    description:
      "班主任看到所带班级学生的申请，学校管理员看到本校所有人的，区域管理员看到学校管理员更正姓名的申请。自己的申请不在其中。",
    input: {},
    answer: {
      corrections: [
        {
          id: "correction-1",
          person: PUPIL,
          to_name: "林晓满",
          reason: "名册里写错了字",
          requested_at: REQUESTED_AT,
        },
      ],
      erasures: [
        {
          person: PUPIL,
          requested_by: "林岚",
          requested_at: REQUESTED_AT,
          due_at: "2026-12-05T08:00:00.000Z",
          may_object: true,
          objection: null,
        },
      ],
    },
  },
  decideNameCorrection: {
    description:
      "同意后姓名立即更改，之后的名册导入在名册改成别的姓名之前都保留它。不同意要写 answer。不归自己处理的、已经处理过的按不存在回答。",
    input: { id: "correction-1", accept: true },
    answer: {},
  },
  objectToErasure: {
    description:
      "学校管理员在执行日之前，对本校在读学生的删除申请提出异议：学生离开本校之前不会删除，原因会给家长看。",
    input: { user_id: "u-linxiaoman", reason: "学籍档案须保存到毕业" },
    answer: {},
  },
  withdrawObjection: {
    description: "撤回本校的异议；已经到期的删除随后执行。",
    input: { user_id: "u-linxiaoman" },
    answer: {},
  },
  readWaiting: {
    description: "登录后提醒用：自己孩子的删除申请，以及当前身份下等待处理的申请数。",
    input: {},
    answer: {
      erasures_of_children: [
        {
          id: "u-linxiaoman",
          name: "林小满",
          due_at: "2026-12-05T08:00:00.000Z",
          is_own: false,
        },
      ],
      school_requests: 2,
      notices: [],
    },
  },
};
