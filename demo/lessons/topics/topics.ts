/** Subject → grade → topics, separated by `;` where one contains a space, else by a space. */
export type Topics = Readonly<Record<string, Readonly<Record<number, string>>>>;

export function topicList(row: string): string[] {
  return row.split(row.includes(";") ? ";" : " ");
}
