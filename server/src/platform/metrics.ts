declare module "fastify" {
  interface FastifyInstance {
    /** Where every part of the app says what of it can be measured. */
    metrics: Metrics;
  }
}

/** One number, told apart from its siblings by labels; `suffix` is for a histogram's parts. */
export interface Sample {
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly suffix?: "_bucket" | "_sum" | "_count";
}

type Kind = "counter" | "gauge" | "histogram";
type Read = () => number | Iterable<Sample>;

interface Metric {
  readonly name: string;
  readonly kind: Kind;
  readonly help: string;
  readonly read: Read;
}

const NAME = /^[a-z][a-z0-9_]*$/;

/** What a node measures, in the text form that Prometheus reads. Nothing is computed until somebody asks. */
export class Metrics {
  readonly #metrics = new Map<string, Metric>();

  /** `read` answers the number, or one for each set of labels. A counter's name ends in `_total`. */
  add(kind: Kind, name: string, help: string, read: Read): void {
    if (!NAME.test(name) || this.#metrics.has(name)) throw new Error(`a second metric ${name}`);
    if (kind === "counter" && !name.endsWith("_total")) throw new Error(`${name} lacks _total`);
    this.#metrics.set(name, { name, kind, help, read });
  }

  names(): string[] {
    return [...this.#metrics.keys()];
  }

  text(): string {
    return [...this.#metrics.values()].map(written).join("");
  }
}

function written({ name, kind, help, read }: Metric): string {
  const found = read();
  const samples = typeof found === "number" ? [{ value: found }] : found;
  const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`];
  for (const sample of samples) lines.push(line(name, sample));
  return `${lines.join("\n")}\n`;
}

function line(name: string, { value, labels = {}, suffix }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  const shown = pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
  return `${name}${suffix ?? ""}${shown} ${Number.isNaN(value) ? "NaN" : String(value)}`;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
