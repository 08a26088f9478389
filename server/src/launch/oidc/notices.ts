/** Pages for what goes wrong between an app's request and its answer. */
export const NOTICES = {
  expired: {
    title: "这次登录已经过期",
    text: "页面放得太久，或者已经用过了。请回到学门，从应用的图标重新打开。",
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
    title: "登录的人已经变化",
    text: "打开应用以后，这个浏览器里登录学门的人或登录状态变了。请回到学门，从应用的图标重新打开。",
  },
  cookieless: {
    title: "浏览器没有带上登录状态",
    text: "请在学门里退出后重新登录，并允许浏览器保存 Cookie，然后再打开应用。",
  },
} as const;
export type NoticeName = keyof typeof NOTICES;
