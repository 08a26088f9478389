/** Subject → grade → topics, apart by `;` where one has a space in it, else by a space. */
export type Topics = Readonly<Record<string, Readonly<Record<number, string>>>>;

export function topicList(row: string): string[] {
  return row.split(row.includes(";") ? ";" : " ");
}
