import { closeSync, fsyncSync, openSync } from "node:fs";
import type { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

type EngineOptions = Parameters<NodeFS["init"]>[1];
/** A file that the engine has opened; several may be of one file, its `node`. */
interface Stream {
  nfd?: number;
  node: object;
}
/** The parts of Emscripten's file layer that are replaced. */
interface NodeFileLayer {
  stream_ops: {
    fsync?: (stream: Stream) => number;
    write(stream: Stream, from: unknown, offset: number, length: number, position: number): number;
    setattr(stream: Stream, attributes: unknown): void;
    llseek(stream: Stream, offset: number, whence: number): number;
  };
  node_ops: { setattr(node: object, attributes: unknown): void };
  realPath(node: unknown): string;
}

/** "From the end of the file", as `lseek` names it. */
const SEEK_END = 2;

/** PostgreSQL's settings that make a commit wait for the disk; the engine's own defaults turn that off. */
export const DURABLE_SETTINGS = [
  ...["-c", "fsync=on"],
  ...["-c", "wal_sync_method=fsync"],
  ...["-c", "synchronous_commit=on"],
  ...["-c", "shared_buffers=32MB"],
];

/**
 * A directory on this machine's disk, with an `fsync` that really syncs. The stock layer answers PostgreSQL's fsync
 * without doing anything: in simulated power cuts nearly every acknowledged row was lost.
 */
export class DurableFileSystem extends NodeFS {
  /** The number of real `fsync` calls since the start. */
  syncs = 0;

  override async init(engine: PGlite, options: EngineOptions): ReturnType<NodeFS["init"]> {
    const result = await super.init(engine, options);
    // before the step that mounts the directory
    (result.emscriptenOpts.preRun ??= []).unshift((module) => {
      const layer = module.NODEFS as unknown as NodeFileLayer;
      layer.stream_ops.fsync = (stream) => {
        this.syncs += 1;
        if (stream.nfd === undefined) syncPath(layer.realPath(stream.node));
        else fsyncSync(stream.nfd);
        return 0;
      };
      rememberSizes(layer);
    });
    return result;
  }
}

/**
 * Answers from memory how long a file is. PostgreSQL asks for each table and index of each statement, and the stock layer asks
 * the disk each time, which was an eighth of the engine's time. Nobody else changes the files while they are open
 * (lock.ts). Where a length is not certain, the disk is asked.
 */
function rememberSizes({ stream_ops, node_ops }: NodeFileLayer): void {
  const sizes = new WeakMap<object, number>();
  const { write, setattr, llseek } = stream_ops;
  const { setattr: setattrOfNode } = node_ops;
  stream_ops.write = (stream, from, offset, length, position) => {
    const known = sizes.get(stream.node);
    sizes.delete(stream.node); // for good, where it fails half-way
    const written = write(stream, from, offset, length, position);
    if (known !== undefined) sizes.set(stream.node, Math.max(known, position + written));
    return written;
  };
  stream_ops.setattr = (stream, attributes) => {
    sizes.delete(stream.node);
    setattr(stream, attributes);
  };
  node_ops.setattr = (node, attributes) => {
    sizes.delete(node);
    setattrOfNode(node, attributes);
  };
  stream_ops.llseek = (stream, offset, whence) => {
    if (whence !== SEEK_END || offset !== 0) return llseek(stream, offset, whence);
    const size = sizes.get(stream.node) ?? llseek(stream, 0, SEEK_END);
    sizes.set(stream.node, size);
    return size;
  };
}

/** Makes a file's content, or a directory's list of names, safe against a power cut. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
