import type { Notice } from "../plain-page.ts";

/** What a person is told when a service cannot be signed in to. */
export const NOTICES = {
  unreadable: {
    title: "打开应用的地址不正确",
    text: "地址中的参数缺失或被改动过。请回到学门，从应用的图标重新打开。",
  },
  unlisted: {
    title: "这个地址没有登记",
    text: "要登录的地址不在学门的应用目录里。为保护你的账号，学门没有把登录信息交给它。请从应用的图标打开，或联系学校管理员。",
  },
  late: {
    title: "这次打开已经失效",
    text: "每次打开只能使用一次，并且只在一分钟内有效。请回到学门，从应用的图标重新打开。",
  },
  closed: {
    title: "当前身份不能使用这个应用",
    text: "这个应用没有对你当前的身份或学校开放。如果你有别的身份，请回到学门切换后再打开。",
  },
  changed: {
    title: "这个页面已经失效",
    text: "登录已经变化，或者页面放得太久。请回到学门再试一次。",
  },
  method: {
    title: "不能这样打开",
    text: "这个地址只能由浏览器直接打开。请回到学门，从应用的图标打开应用。",
  },
} as const satisfies Record<string, Notice>;
