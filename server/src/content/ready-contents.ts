import { contentFaults, type ContentToSave } from "./content-faults.ts";
import { tagName } from "./curriculum.ts";
import { indexWords, type IndexWords } from "./index-words.ts";

/** An item that can be stored, with the words by which it is found. */
export interface ReadyContent {
  item: ContentToSave;
  /** `IndexWords` as JSON: all items of a file wait at once, and as lists their words take several times the room. */
  words: string;
}

/**
 * Prepares the slow parts of items to save before a transaction is opened, in which others would wait for it. Throws
 * when an item cannot be stored, naming all faults.
 */
export async function readyContents(items: readonly ContentToSave[]): Promise<ReadyContent[]> {
  const faults = items.flatMap((item) =>
    contentFaults(item).map(({ message }) => `${item.title || item.id}：${message}`),
  );
  if (faults.length > 0) throw new Error(faults.join("\n"));
  const ready: ReadyContent[] = [];
  for (const item of items) ready.push({ item, words: JSON.stringify(await wordsOf(item)) });
  return ready;
}

function wordsOf(item: ContentToSave): Promise<IndexWords> {
  const names = [
    tagName("types", item.type_id),
    tagName("stages", item.stage_id),
    tagName("grades", item.grade_id),
    tagName("subjects", item.subject_id),
  ].filter((name) => name !== undefined);
  const texts = [
    item.description,
    item.author,
    item.source,
    ...item.keywords,
    ...item.sections.flatMap(({ title, text }) => [title, text]),
  ];
  return indexWords(item.title, names, texts);
}
