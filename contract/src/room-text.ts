/** Returns a room as people say it: a bare number, with a letter or without, is 「102 教室」 in one line; every other name is as it is. */
export function roomText(room: string): string {
  return /^(?:[A-Za-z]?\d+|\d+[A-Za-z])$/.test(room) ? `${room}\u00A0教室` : room;
}
