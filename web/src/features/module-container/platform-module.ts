import type { AnswerOf, Call, Channel, CodeUse, FilePurpose, InputOf, StoredFile } from "#contract";
import type { SharedSession } from "../../session/shared-data.ts";
import type { UploadOptions } from "../../session/upload.ts";

/** The exports of a module's entry (docs/modules.md). */
export interface PlatformModule {
  /** Puts the module into `element`, which is empty, laid out as a block, and inside a shadow root of its own. */
  mount(element: HTMLElement, context: ModuleContext): void | Promise<void>;
  /** Called when the place changes while the module stays. Without it the module is unmounted and mounted anew. */
  update?(context: ModuleContext): void | Promise<void>;
  /** Undoes everything: timers, listeners, elements outside. `element` is removed afterwards. */
  unmount(): void | Promise<void>;
}

/** The person's place in the module: `/module/{name}/{path…}/{params…}` (RT-08). */
export interface ModulePlace {
  /** child, grandChild, grandGrandChild, as far as they are given. */
  readonly path: readonly string[];
  /** params1 … params5, as far as they are given. */
  readonly params: readonly string[];
}

export interface ModuleSendOptions {
  timeoutMs?: number;
  /** True: the platform's toast also shows a failure; otherwise only the module does. */
  notify?: boolean;
}

/** The channels by which codes are delivered here, and the address at which the demo shows codes that it does not send. */
export interface CodeWays {
  channels: readonly Channel[];
  outbox: string | null;
}

/** Everything that a module is given. It holds no token: calls go through `send`, and only those that the manifest names. */
export interface ModuleContext {
  readonly name: string;
  readonly version: string;
  readonly place: ModulePlace;
  /** The address of the platform's own files, such as `icons/…` of the catalogue. */
  readonly base: string;
  /** The shadow root that the module lives in. */
  readonly root: ShadowRoot;
  /** Aborted when the module is left; calls under way are cancelled. */
  readonly signal: AbortSignal;
  /** The one shared object: user, userId, identity, childId, app, tagRelations, and the event `change` (ST-02). */
  readonly session: SharedSession;
  /** Makes a call that the manifest names; rejects with the platform's errors, which have `name`, `code` and `msg`. */
  send<C extends Call>(
    call: C,
    input: InputOf<C>,
    options?: ModuleSendOptions,
  ): Promise<AnswerOf<C>>;
  /** Returns the time by the server's clock: the device's own may be wrong. */
  now(): Date;
  /** Uploads a file of the person, if the manifest names the call for the permission; rejects like `send`. */
  upload(file: File, purpose: FilePurpose, options?: UploadOptions): Promise<StoredFile>;
  /** The address at which a stored file can be opened. */
  fileAddress(url: string): string;
  /** Returns the channels by which codes are delivered; none where no provider is configured (SE-04). */
  codeWays(): Promise<CodeWays>;
  /** Asks for a code, doing the proof of work that the server may demand first (SE-09); rejects like `send`. */
  askForCode(receiver: string, use: CodeUse): Promise<void>;
  /** Returns the text for an error that `send` rejected with. */
  explain(error: unknown): string;
  /** Reads the person again, after the module has changed their data. */
  refreshUser(): Promise<void>;
  /** The hash address of a place in this module, for links. */
  href(...path: readonly string[]): string;
  /** Goes to an in-app path such as `/home`. */
  navigate(path: string): void;
  notify(text: string, tone?: "plain" | "success" | "error"): void;
  /** Replaces the manifest's title, in the bar and of the document. */
  setTitle(title: string): void;
  /**
   * Registers a callback that returns whether a part of the module has something that a reload or a sign-out would lose, or
   * names it (「正在写的通知」): whoever takes a new version or signs out is asked first. `drop` gives it up at a sign-out. Both
   * are kept when the module is left; later ones for the same part replace them.
   */
  unsavedIf(part: string, ask: () => boolean | readonly string[], drop?: () => void): void;
  /** Ends a module that cannot go on: the platform unmounts it, shows the error and offers to try again. */
  fail(error: unknown): void;
}
