import { readClassSizes } from "../class-roster/api.ts";
import { countWaitingByClass } from "../school-request/api.ts";
import { card, page, type Source } from "./cards.ts";

/** Classes of one head-teacher that have a card. */
const MAX_CLASSES = 2;

/** Makes a card of each class that a teacher heads: its pupils, their passwords, the codes of invitation. */
export const classCards: Source = async ({ app, caller }) => {
  const { school } = caller;
  const headed = school.headed_classes.slice(0, MAX_CLASSES);
  if (headed.length === 0) return [];
  const [classes, waiting] = await Promise.all([
    readClassSizes(app.db, school.id, headed),
    countWaitingByClass(app.db, caller, headed),
  ]);
  return classes.map(({ id, name, pupils }) => {
    const requests = waiting.get(id) ?? 0;
    const roster = page(`/module/class-roster/${encodeURIComponent(id)}`);
    return card({
      key: `class:${id}`,
      kind: "class",
      label: "我的班级",
      title: name,
      note: requests > 0 ? `${requests} 件申请等您处理` : `${pupils} 名学生`,
      opens: roster,
      links: [
        { words: "班级学生", opens: roster },
        { words: "重置密码", opens: roster },
        { words: "邀请码", opens: page("/module/invitation/new") },
      ],
    });
  });
};
