import type { Identity } from "#contract";

/** A thing that people of some identities do here, told in steps (HO-08). */
export interface Topic {
  /** The last part of its address, `#/help/{id}`. */
  id: string;
  title: string;
  steps: readonly string[];
  /** In-app path at which it is done; absent where it has no place of its own. */
  path?: string;
  /** A picture of it, in `help/`. */
  picture?: Picture;
}

/** A picture of a screen, and what a reader who does not see it needs to know. */
export interface Picture {
  /** File name without its ending. */
  file: string;
  alt: string;
  width: number;
  height: number;
}

/** Pictures are made by scripts/help-pictures.ts, all in this size. */
const SIZE = { width: 720, height: 420 };
const picture = (file: string, alt: string): { picture: Picture } => ({
  picture: { file, alt, ...SIZE },
});

const FAMILY = "/module/profile/family";
const SECURITY = "/module/profile/security";
const ADMIN = "/module/admin";

const SEARCH: Topic = {
  id: "search",
  title: "搜索",
  steps: [
    "搜索框一次找遍应用、功能和课程；写拼音、写错一个字母也找得到。",
    "按回车看全部课程，再用学科、年级和类型缩小范围。",
    "找功能也行：写“密码”“护眼”“邀请码”，选中就到那里。",
  ],
  path: "/search-result/index",
  ...picture("search", "搜索页：上面是筛选，下面是找到的课程"),
};

const TIMETABLE: Topic = {
  id: "timetable",
  title: "看课程表",
  steps: [
    "首页的卡片写着下一节课，点它就看到这一天的课，再选前一天或后一天。",
    "课程表是学校放上来的，学校改了，这里会跟着变。",
    "没有课程表，就是学校还没有放上来。",
  ],
  path: "/timetable",
  ...picture("timetable", "课程表：一天的课"),
};

const PUPIL: readonly Topic[] = [
  {
    id: "apps",
    title: "打开应用",
    steps: [
      "在首页找到要用的应用，点一下就打开，不用再登录。",
      "找不到？在搜索框里写名字，写拼音也行：写 kousuan，就能找到“口算”。",
      "每天都用的，放进“快捷应用”，下次就在最前面。",
    ],
    ...picture("pupil-home", "学生的首页：上面是今天的卡片，下面是应用的图标"),
  },
  {
    id: "today",
    title: "看看今天要做什么",
    steps: [
      "首页最上面的卡片写着今天的事：下一节课、作业、老师发来的消息。",
      "点作业，就直接打开那份作业。",
      "没有卡片，就是今天没有要做的事。",
    ],
    ...picture("pupil-today", "首页上的今日卡片"),
  },
  {
    id: "search",
    title: "找课程",
    steps: [
      "在搜索框里写想学的内容，按回车。",
      "你这个年级的课程排在前面。",
      "按学科、年级再选一选，剩下的就更准。",
    ],
    path: "/search-result/index",
    ...picture("search", "搜索页：上面是筛选，下面是找到的课程"),
  },
  TIMETABLE,
  {
    id: "eyes",
    title: "让眼睛休息",
    steps: [
      "用了一段时间，屏幕会提醒你休息，看看远处。",
      "休息的时间到了，就可以继续；有急事可以点“跳过”。",
      "多久休息一次，点头像，在“护眼设置”里选；爸爸妈妈定好了的，就按他们定的。",
    ],
  },
  {
    id: "password",
    title: "忘了密码",
    steps: ["告诉班主任，老师会给你一个临时密码。", "用它登录后，换成你自己记得住的密码。"],
    path: SECURITY,
  },
  {
    id: "leave",
    title: "用完教室的电脑",
    steps: ["点右上角的头像。", "选“退出登录”，别人就看不到你的内容了。"],
    ...picture("leave", "头像下面的菜单，最后一项是退出登录"),
  },
];

const PARENT: readonly Topic[] = [
  {
    id: "children",
    title: "看孩子的应用",
    steps: [
      "首页最上面是您的孩子。有几个孩子，点谁的名字就看谁的。",
      "下面的应用、消息和卡片都是这个孩子的。",
      "两个孩子在不同的学校也一样，不用切换学校。",
    ],
    ...picture("parent-home", "家长的首页：上面是两个孩子的名字，下面是所选孩子的应用"),
  },
  {
    id: "bind",
    title: "绑定孩子",
    steps: [
      "向班主任要绑定码，或者请老师把二维码发给您。",
      "打开“个人中心”的“家庭与学校”，在“绑定孩子，或加入学校”里填上绑定码。",
      "核对孩子的姓名和班级，再确认。",
    ],
    path: FAMILY,
    ...picture("family", "个人中心里的家庭页，列出每个孩子"),
  },
  {
    id: "messages",
    title: "看通知并确认",
    steps: [
      "点“消息”，电脑上在右上角，手机上在最下面：里面是学校发来的通知和等您处理的事。",
      "需要确认的通知，点“收到”；要您回答的，点一个回答就行，之后还可以改答。",
      "在一台设备上看过，别的设备上也不再提醒。",
      "想同时收到邮件或短信，打开“个人中心”的“消息提醒”；没有这一项，是平台还不能发。",
    ],
    path: "/messages",
    ...picture("messages", "消息页：上面是待办，下面是学校发来的通知"),
  },
  {
    id: "eyes",
    title: "给孩子定护眼规则",
    steps: [
      "打开“个人中心”的“家庭与学校”，找到孩子。",
      "在“护眼提醒”里选每隔多久休息一次；勾上“孩子自己不能修改”，孩子就改不了。",
      "孩子下次使用时就按新的规则提醒。",
    ],
    path: FAMILY,
  },
  TIMETABLE,
  SEARCH,
  {
    id: "data",
    title: "应用知道孩子的哪些信息",
    steps: [
      "打开“个人中心”的“我的数据”，选孩子：每个应用能知道什么、得到过什么、发来过什么，都列在那里。",
      "在那里也可以导出孩子的数据，或者申请删除账号。",
    ],
    path: "/module/profile/data",
    ...picture("data", "我的数据：每个应用知道的信息"),
  },
  {
    id: "password",
    title: "忘记密码或换手机号",
    steps: [
      "登录页有“忘记密码”，用手机号或邮箱收一个验证码就能设新密码。",
      "没有绑定手机号的，请班主任或学校帮您重置。",
      "手机号和邮箱在“个人中心”里填写或更换。",
    ],
    path: "/module/profile",
  },
];

const TEACHER: readonly Topic[] = [
  {
    id: "apps",
    title: "打开应用",
    steps: [
      "点图标就打开，不用再登录。最近用过的排在前面。",
      "搜索框能找应用、功能和课程，写拼音首字母也行。",
      "“快捷应用”右边的“编辑”里可以挑选和排序。",
    ],
    ...picture("teacher-home", "教师的首页：今日卡片、快捷应用和分类"),
  },
  {
    id: "reset",
    title: "重置学生的密码",
    steps: [
      "在搜索框里写“重置”或“密码”，选“重置学生密码”；班主任也可以点首页班级卡片上的“重置密码”。",
      "找到学生，点“重置密码”；离上次登录久了，要再输一次您自己的密码。",
      "把屏幕上的临时密码告诉学生。它只显示一次，学生登录后要换掉。",
    ],
    path: "/module/class-roster",
    ...picture("class-roster", "班级学生：每个学生后面有重置密码"),
  },
  {
    id: "invite",
    title: "请家长加入",
    steps: [
      "打开“邀请码”，新建一个：给谁用、哪个班、可以用几次、有效期多长。",
      "把二维码发到班级群，或打印出来。",
      "家长绑定以后，“邀请码”里能看到用了几次。",
    ],
    path: "/module/invitation",
    ...picture("invitation", "邀请码：二维码和有效期"),
  },
  {
    id: "identities",
    title: "切换身份和学校",
    steps: [
      "顶栏写着您现在的身份，点它可以换成另一个身份。",
      "在两所学校任教的，学校的名字也可以点。",
      "应用、消息和权限都跟着身份走。",
    ],
    ...picture("identities", "顶栏上的身份菜单"),
  },
  TIMETABLE,
  SEARCH,
  {
    id: "security",
    title: "让账号更安全",
    steps: [
      "在“个人中心”的“账号与安全”里设置两步验证，或者添加通行密钥，用指纹或面容登录。",
      "恢复码请抄下来放好，手机丢了要靠它。",
      "在“已登录的设备”里可以让别的设备退出。",
    ],
    path: SECURITY,
  },
];

const ADMINISTRATOR: readonly Topic[] = [
  {
    id: "roster",
    title: "导入名册",
    steps: [
      "打开“学校管理”的“名册”，把学籍系统导出的 Excel 文件拖进去，不用改格式。",
      "核对列的含义，看清会新增、改动和停用哪些人；有问题的行可以当场改。",
      "确认后生效，不对可以撤销。",
    ],
    path: `${ADMIN}/rosters`,
    ...picture("rosters", "名册：拖入文件，核对列，看差异"),
  },
  {
    id: "people",
    title: "找人、重置密码、调班",
    steps: [
      "“人员”里按姓名、拼音、账号或班级查找。",
      "选中一个或多个人，再选要做的事；做之前会写明影响到谁。",
      "密码条和登录卡可以直接打印。",
    ],
    path: `${ADMIN}/people`,
    ...picture("people", "人员：名单和对选中的人能做的事"),
  },
  {
    id: "lessons",
    title: "导入课程表",
    steps: [
      "打开“班级”的“课程表”，下载模板，每节课填一行。",
      "把文件选进来，看清会有哪些课；有问题的行会写明在哪张表、第几行。",
      "确认后，学生、老师和家长的首页就有下一节课；不对可以撤销。",
    ],
    path: `${ADMIN}/classes`,
  },
  {
    id: "notice",
    title: "发通知",
    steps: [
      "打开“通知”，写标题和内容，可以加图片和文件。",
      "选年级、班级或一部分人，页面会写明发给多少人。",
      "现在发或定时发；发出后可以看谁还没确认，也可以修改或撤回。",
    ],
    path: `${ADMIN}/notices`,
    ...picture("notices", "通知：写内容，选对象"),
  },
  {
    id: "undo",
    title: "撤销一次变更",
    steps: [
      "“变更”里列着每一次批量操作：谁做的、改了什么。",
      "打开一次变更，点“撤销”，数据回到操作之前。",
      "之后又被改过的行会单独列出，由您决定。",
    ],
    path: `${ADMIN}/changes`,
  },
  {
    id: "year",
    title: "升入新学年",
    steps: [
      "“新学年”先给出一份计划：哪些班升级，谁毕业，谁留级。",
      "逐班核对，安排新生分班和任课。",
      "定好生效时间；生效后仍可以撤销。",
    ],
    path: `${ADMIN}/year`,
  },
  {
    id: "rights",
    title: "交给同事一部分权限",
    steps: [
      "“权限”里选“授权给…”，选一个人、一项权限或一个权限组，再选范围和期限。",
      "到期自动收回，也可以随时收回。",
      "您只能授出自己有的权限。",
    ],
    path: `${ADMIN}/rights`,
  },
];

const OF_IDENTITY: Readonly<Record<Identity, readonly Topic[]>> = {
  student: PUPIL,
  parent: PARENT,
  teacher: TEACHER,
  manager: [...ADMINISTRATOR, ...TEACHER],
  admin: ADMINISTRATOR,
  inner_admin: ADMINISTRATOR,
};

/** Returns the topics of an identity, in the order in which people need them. */
export function topicsOf(identity: Identity): readonly Topic[] {
  return OF_IDENTITY[identity];
}
