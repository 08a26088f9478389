import type { ContentDetail } from "#contract";

/** The topic of an item, in the forms that titles and sentences need. */
export interface About {
  /** As it stands in a title: 「《秋天》」「分数的初步认识」. */
  topic: string;
  /** As it stands in a sentence: 「《秋天》」「“分数的初步认识”」. */
  quoted: string;
  subject: string;
  grade: string;
}

type Sections = ContentDetail["sections"];

interface Wording {
  title(about: About): string;
  /** One of these is chosen. */
  descriptions: readonly ((about: About) => string)[];
  sections(about: About): Sections;
}

/** The titles and descriptions of items, by type. */
export const WORDING: Readonly<Record<string, Wording>> = {
  lesson: {
    title: ({ topic }) => topic,
    descriptions: [
      ({ grade, subject, quoted }) =>
        `${grade}${subject}${quoted}的课程，含微课与学习单，适合课前预习和课堂使用。`,
      ({ quoted }) => `从生活中的问题出发，一步步走进${quoted}，边学边练，学完有小结。`,
      ({ quoted, subject }) => `${subject}名师带你学${quoted}，重点讲透，难点拆开，附学习单。`,
    ],
    sections: ({ quoted }) => [
      { title: "学习目标", text: `说出${quoted}的主要内容。\n能联系生活举出例子，与同学交流。` },
      {
        title: "学习过程",
        text: "课前预习，带着问题观看微课。\n课堂讨论，完成学习单。\n课后小结，检查自己学会了没有。",
      },
    ],
  },
  video: {
    title: ({ topic }) => `${topic}微课`,
    descriptions: [
      ({ quoted }) => `几分钟讲清${quoted}的一个重点，随时可以暂停、回看。`,
      ({ quoted }) => `一步一步的字幕讲解，帮助理解${quoted}，适合课后复习。`,
      ({ grade, quoted }) => `${grade}学生常问的问题：${quoted}，看完这一课就明白。`,
    ],
    sections: ({ quoted }) => [
      {
        title: "观看建议",
        text: `先想一想你对${quoted}知道多少，再看视频。\n看到提问处先暂停，自己试着回答。`,
      },
    ],
  },
  courseware: {
    title: ({ topic }) => `${topic}课件`,
    descriptions: [
      ({ quoted }) => `${quoted}的课堂演示文稿，可以直接上课使用。`,
      ({ quoted, grade }) =>
        `配合${grade}教材编写，含目标、新授、练习、小结四个部分，主题是${quoted}。`,
    ],
    sections: () => [{ title: "使用说明", text: "建议用一课时。\n可以按班级情况增减内容。" }],
  },
  plan: {
    title: ({ topic }) => `${topic}教学设计`,
    descriptions: [
      ({ quoted }) => `按新课标编写的${quoted}教案，目标、过程、板书与作业齐全。`,
      ({ quoted }) => `一份经过课堂检验的教案：怎样引入${quoted}，怎样组织活动，怎样评价。`,
    ],
    sections: ({ quoted }) => [
      {
        title: "教学目标",
        text: `理解${quoted}的要点。\n经历探究与合作的过程，养成认真倾听的习惯。`,
      },
      { title: "教学重点", text: `${quoted}的理解与运用。` },
      { title: "作业设计", text: "基础题人人完成，选做题任选一道。" },
    ],
  },
  exercise: {
    title: ({ topic }) => `${topic}练习`,
    descriptions: [
      ({ quoted }) => `${quoted}随堂练习，基础、提高两个层次，附答案与提示。`,
      ({ quoted }) => `五道题检查${quoted}学得怎么样，每题都有提示。`,
    ],
    sections: () => [
      { title: "完成建议", text: "独立完成，约二十分钟。\n做完对照答案，把错题记到错题本上。" },
    ],
  },
  audio: {
    title: ({ topic, subject }) => `${topic}${AUDIO_NAMES[subject] ?? "朗读"}`,
    descriptions: [
      ({ quoted }) => `为${quoted}配的一段乐曲，跟着它的节奏读一读、练一练。`,
      ({ quoted }) => `${quoted}的配乐，适合早读前和课间聆听。`,
    ],
    sections: () => [{ title: "怎么听", text: "第一遍完整地听。\n第二遍跟着节奏练。" }],
  },
  picture: {
    title: ({ topic }) => `${topic}图片资料`,
    descriptions: [
      ({ quoted }) => `关于${quoted}的一张图卡，可以放进课件，也可以打印张贴。`,
      ({ quoted }) => `看图说话：从四个方面看一看${quoted}。`,
    ],
    sections: () => [{ title: "使用说明", text: "仅供教学使用，请注明出处。" }],
  },
  animation: {
    title: ({ topic }) => `${topic}动画演示`,
    descriptions: [
      ({ quoted }) => `一段动画，从几个方面一步一步地看${quoted}。`,
      ({ quoted }) => `经典电教动画：${quoted}，可以反复播放。`,
    ],
    sections: ({ quoted }) => [{ title: "想一想", text: `看完动画，用自己的话讲一讲${quoted}。` }],
  },
};

const AUDIO_NAMES: Readonly<Record<string, string>> = { 英语: "听力", 音乐: "欣赏" };
