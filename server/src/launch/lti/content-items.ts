import { Type, type Static } from "typebox";
import { fits } from "../../platform/schema-values.ts";
import { isAtTool } from "./rules.ts";

/** Things that one person can choose in one go. */
const MAX_ITEMS = 50;

const Text = (maxLength: number) => Type.String({ maxLength });
const LineItem = Type.Object({
  scoreMaximum: Type.Number({ exclusiveMinimum: 0, maximum: 1e9 }),
  label: Type.Optional(Text(255)),
  resourceId: Type.Optional(Text(255)),
  tag: Type.Optional(Text(255)),
});
const ContentItem = Type.Object({
  type: Type.String(),
  title: Type.Optional(Text(255)),
  text: Type.Optional(Text(2000)),
  url: Type.Optional(Text(2000)),
  custom: Type.Optional(
    Type.Record(Type.String({ maxLength: 64 }), Text(500), { maxProperties: 30 }),
  ),
  lineItem: Type.Optional(LineItem),
});
type ContentItem = Static<typeof ContentItem>;

/** Content that a person chose in a tool, checked. */
export interface ChosenItem {
  type: "ltiResourceLink" | "link";
  title: string;
  text: string;
  url: string;
  custom: Record<string, string>;
  lineItem?: Static<typeof LineItem> | undefined;
}

/**
 * Reads the content items that a tool sent back; undefined when any is unusable. A link to the tool must lead to the
 * tool itself, so that nobody is sent elsewhere under its name. Kinds not asked for are left out.
 */
export function readContentItems(
  given: unknown,
  tool: { name: string; target: string; addresses: readonly string[] },
): ChosenItem[] | undefined {
  if (!Array.isArray(given) || given.length > MAX_ITEMS) return undefined;
  const chosen: ChosenItem[] = [];
  for (const item of given as unknown[]) {
    if (!fits(ContentItem, item)) return undefined;
    const read = readItem(item, tool);
    if (read === "unusable") return undefined;
    if (read !== "unasked") chosen.push(read);
  }
  return chosen;
}

function readItem(
  { type, title, text = "", url, custom = {}, lineItem }: ContentItem,
  tool: { name: string; target: string; addresses: readonly string[] },
): ChosenItem | "unusable" | "unasked" {
  const name = title?.trim();
  switch (type) {
    case "ltiResourceLink": {
      const address = url ?? tool.target;
      if (!isAtTool(address, tool.addresses)) return "unusable";
      return { type, title: name || tool.name, text, url: address, custom, lineItem };
    }
    case "link": {
      if (url === undefined || !isWebAddress(url)) return "unusable";
      return { type, title: name || url, text, url, custom: {} };
    }
    default:
      return "unasked";
  }
}

function isWebAddress(address: string): boolean {
  const url = URL.parse(address);
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === ""
  );
}
