/** Every syllable of Mandarin without its tone, by initial; `v` stands for ü. */
const FINALS: Readonly<Record<string, string>> = {
  "": "a ai an ang ao e ei en eng er o ou",
  b: "a ai an ang ao ei en eng i ian iao ie in ing o u",
  p: "a ai an ang ao ei en eng i ian iao ie in ing o ou u",
  m: "a ai an ang ao e ei en eng i ian iao ie in ing iu o ou u",
  f: "a an ang ei en eng o ou u",
  d: "a ai an ang ao e ei en eng i ia ian iao ie ing iu ong ou u uan ui un uo",
  t: "a ai an ang ao e eng i ian iao ie ing ong ou u uan ui un uo",
  n: "a ai an ang ao e ei en eng i ian iang iao ie in ing iu ong ou u uan uo v ve",
  l: "a ai an ang ao e ei eng i ia ian iang iao ie in ing iu o ong ou u uan un uo v ve",
  g: "a ai an ang ao e ei en eng ong ou u ua uai uan uang ui un uo",
  k: "a ai an ang ao e ei en eng ong ou u ua uai uan uang ui un uo",
  h: "a ai an ang ao e ei en eng ong ou u ua uai uan uang ui un uo",
  j: "i ia ian iang iao ie in ing iong iu u uan ue un",
  q: "i ia ian iang iao ie in ing iong iu u uan ue un",
  x: "i ia ian iang iao ie in ing iong iu u uan ue un",
  zh: "a ai an ang ao e ei en eng i ong ou u ua uai uan uang ui un uo",
  ch: "a ai an ang ao e en eng i ong ou u ua uai uan uang ui un uo",
  sh: "a ai an ang ao e ei en eng i ou u ua uai uan uang ui un uo",
  r: "an ang ao e en eng i ong ou u ua uan ui un uo",
  z: "a ai an ang ao e ei en eng i ong ou u uan ui un uo",
  c: "a ai an ang ao e en eng i ong ou u uan ui un uo",
  s: "a ai an ang ao e en eng i ong ou u uan ui un uo",
  y: "a an ang ao e i in ing o ong ou u uan ue un",
  w: "a ai an ang ei en eng o u",
};

const SYLLABLES = new Set(
  Object.entries(FINALS).flatMap(([initial, finals]) =>
    finals.split(" ").map((final) => initial + final),
  ),
);
const LONGEST = 6;
/** Matches the letters that may follow the last whole syllable while someone is still typing. */
const BEGUN = /^(?:[zcs]h?|[bpmfdtnlgkhjqxryw])$/;
/** Readings tried of one run; 「xian」 has two. */
const MAX_READINGS = 4;

/**
 * Returns the ways to split a run of letters into syllables, fewest syllables first: `fenshu` → `[[fen, shu]]`, `xian`
 * → `[[xian], [xi, an]]`. Where none is whole, a begun last syllable is left out: `fensh` → `[[fen]]`. Empty: it is no
 * pinyin.
 */
export function syllablesOf(letters: string): string[][] {
  if (letters === "") return [];
  const whole = readings(letters, (at) => at === letters.length);
  const found =
    whole.length > 0 ? whole : readings(letters, (at) => at > 0 && BEGUN.test(letters.slice(at)));
  return found.sort((a, b) => a.length - b.length);
}

/** Returns the first few splits that end where a reading may end, long syllables first. */
function readings(letters: string, mayEnd: (at: number) => boolean): string[][] {
  // backwards first: going only where an end can be reached keeps the work in step with the length
  const leads: boolean[] = [];
  for (let at = letters.length; at >= 0; at -= 1) {
    leads[at] = mayEnd(at) || syllableEnds(letters, at).some((end) => leads[end]);
  }
  const found: string[][] = [];
  const walk = (at: number, taken: readonly string[]): void => {
    if (mayEnd(at)) found.push([...taken]);
    for (const end of syllableEnds(letters, at)) {
      if (found.length >= MAX_READINGS) return;
      if (leads[end] === true) walk(end, [...taken, letters.slice(at, end)]);
    }
  };
  walk(0, []);
  return found;
}

/** Returns the places at which a syllable that begins here may end, the longest first. */
function syllableEnds(letters: string, at: number): number[] {
  const ends: number[] = [];
  for (let end = Math.min(at + LONGEST, letters.length); end > at; end -= 1) {
    if (SYLLABLES.has(letters.slice(at, end))) ends.push(end);
  }
  return ends;
}
