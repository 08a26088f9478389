/** The least length of a password. */
export const PASSWORD_MIN_LENGTH = 8;

/** Characters that follow one another: numbers, the alphabet, a keyboard's keys across and down. */
const ROWS =
  "01234567890 abcdefghijklmnopqrstuvwxyz qwertyuiop asdfghjkl zxcvbnm !@#$%^&*() 1qaz2wsx3edc4rfv5tgb6yhn 1q2w3e4r5t6y7u8i9o0p q1w2e3r4t5y6u7i8o9p0"
    .split(" ")
    .flatMap((row) => [row, Array.from(row).reduceRight((all, one) => all + one, "")]);
/** Words of the passwords that most people choose, in small letters. */
const WORDS =
  "password passw0rd p@ssword p@ssw0rd admin root user welcome hello iloveyou student teacher school woaini aini nihao mima xuesheng laoshi xuexiao 1314 520 521".split(
    " ",
  );
/** Years, days and mobile numbers, of whomever. */
const NUMBER = /^(?:1[3-9]\d{9}|(?:19|20)\d\d(?:(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))?)/;
/** As many characters beside them are tried, too. */
const OTHERS = 2;
/** The least length of a row or of a character again and again. */
const ROW_LENGTH = 3;

/**
 * Returns what keeps a password from being a person's own; undefined where nothing does. Too easily guessed is what has at
 * most two characters beside rows, repetitions, years, days, mobile numbers, the account and the words that most choose.
 */
export function passwordFault(password: string, account: string): string | undefined {
  if (password.length < PASSWORD_MIN_LENGTH) return `密码至少 ${PASSWORD_MIN_LENGTH} 位`;
  const text = password.toLowerCase();
  const own = account.trim().toLowerCase();
  if (text === own) return "密码不能与账号相同";
  const words = own === "" ? WORDS : [...WORDS, own];
  const isGuessed = isRepeated(text) || othersIn(text, words) <= OTHERS;
  return isGuessed ? "这个密码太容易被猜到，请加上几个别人想不到的字符" : undefined;
}

/** Returns whether a text is four characters or fewer, again and again. */
function isRepeated(text: string): boolean {
  return [1, 2, 3, 4].some((length) => text.slice(length) === text.slice(0, -length));
}

/** Returns how many characters of a text at least belong to nothing that is guessed first. */
function othersIn(text: string, words: readonly string[]): number {
  const fewest = [0];
  for (let at = 0; at < text.length; at += 1) {
    const here = fewest[at] ?? at;
    const reach = (length: number, others: number) => {
      const there = at + length;
      fewest[there] = Math.min(fewest[there] ?? there, here + others);
    };
    reach(1, 1);
    for (const length of guessedAt(text.slice(at), words)) reach(length, 0);
  }
  return fewest[text.length] ?? text.length;
}

/** Returns the lengths of what is guessed first at the beginning of a text. */
function guessedAt(text: string, words: readonly string[]): number[] {
  const lengths = words.filter((word) => text.startsWith(word)).map(({ length }) => length);
  const number = NUMBER.exec(text)?.[0];
  if (number !== undefined) lengths.push(number.length, 4);
  for (let length = ROW_LENGTH; length <= text.length; length += 1) {
    const part = text.slice(0, length);
    const isSame = part === part.charAt(0).repeat(length);
    if (!isSame && !ROWS.some((row) => row.includes(part))) break;
    lengths.push(length);
  }
  return lengths;
}
