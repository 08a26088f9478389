import type { RosterFault, RosterField } from "#contract";
import { MAX_FAULTS, MAX_WARNINGS } from "./limits.ts";
import { maskIdNumbers } from "./text.ts";

/** A fault, before it is looked up whose row it is in. */
export type FoundFault = Omit<RosterFault, "name">;

/** Collects the faults of a file: the first are kept, all are counted. No identity-card number gets in (RO-03). */
export class FaultList {
  readonly #kept: FoundFault[] = [];
  readonly #left = { faults: MAX_FAULTS, warnings: MAX_WARNINGS };

  add(fault: FoundFault): void {
    // warnings have a room of their own: however many, they hide no fault
    const left = (this.#left[fault.is_warning ? "warnings" : "faults"] -= 1);
    if (left < 0) return;
    const { sheet, head, message } = fault;
    this.#kept.push({
      ...fault,
      sheet: maskIdNumbers(sheet),
      head: head === null ? null : maskIdNumbers(head),
      message: maskIdNumbers(message),
    });
  }

  /** Adds a fault of a sheet as a whole. */
  addToSheet(sheet: string, message: string, is_warning: boolean): void {
    this.add({ sheet, row: null, column: null, head: null, field: null, message, is_warning });
  }

  /** Returns the kept faults as they were found, and at the end what counts the others. */
  list(): FoundFault[] {
    const [first] = this.#kept;
    if (first === undefined) return [];
    const place = { row: null, column: null, head: null, field: null };
    const { faults, warnings } = this.#left;
    const counted: FoundFault[] = [];
    if (faults < 0) {
      const message = `问题太多，另有 ${-faults} 处没有列出；请先改正列出的，再传一次`;
      counted.push({ ...first, ...place, message, is_warning: false });
    }
    if (warnings < 0) {
      const message = `另有 ${-warnings} 处提醒没有列出`;
      counted.push({ ...first, ...place, message, is_warning: true });
    }
    return [...this.#kept, ...counted];
  }
}

/** Reports a fault of one cell of the row that is being read. */
export type Report = (field: RosterField, message: string, options?: ReportOptions) => void;

export interface ReportOptions {
  guardian?: number | undefined;
  is_warning?: boolean;
}
