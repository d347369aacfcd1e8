import { type FileHandle, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline, type Readable, Transform } from 'node:stream';
import yazl from 'yazl';
import { FILE_MODE } from '#platform/storage/data-dir.ts';
import { syncFolder } from '#platform/storage/sync-folder.ts';
import { BackupError } from './format.ts';

const LINE_END = 0x0a;

export interface ZipWriter {
  /** Adds a file from the stream of `open`; resolves with its number of lines. */
  add(name: string, open: () => Readable, options: { compress: boolean }): Promise<number>;
  /** Completes and renames the file; resolves with its size in bytes. */
  finish(): Promise<number>;
  /** Deletes the unfinished file; does nothing after `finish`. */
  discard(): Promise<void>;
}

function lineCounter(onEnd: (lines: number) => void): Transform {
  let lines = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = chunk.indexOf(LINE_END); at !== -1; at = chunk.indexOf(LINE_END, at + 1)) lines++;
      done(null, chunk);
    },
    flush(done) {
      onEnd(lines);
      done();
    },
  });
}

const sameTime = (file: string) => new BackupError(`Another backup writes to ${file} at the same time.`);

/** Renames the complete file, unless another backup has replaced it. */
async function place(handle: FileHandle, part: string, file: string): Promise<void> {
  const [own, there] = [await handle.stat(), await stat(part).catch(() => null)];
  if (own.ino !== there?.ino) throw sameTime(file);
  await rename(part, file);
  await syncFolder(dirname(file));
}

/**
 * Creates a ZIP at `<file>.part`, private to its owner. `finish` syncs and renames it, so `file` is never incomplete.
 * Replaces a killed process's leftover.
 */
export async function createZip(file: string, now: Date, signal?: AbortSignal): Promise<ZipWriter> {
  const part = `${file}.part`;
  await rm(part, { force: true });
  const handle = await open(part, 'wx', FILE_MODE).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? sameTime(file) : error;
  });
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable;
  const stop = (error: unknown) => void output.destroy(error as Error);
  const onAbort = () => stop(signal?.reason);
  let current: Transform | null = null;
  zip.on('error', stop);
  signal?.addEventListener('abort', onAbort, { once: true });
  const written = writeFile(handle, output);
  // `add` and `finish` report this error; until then nothing handles it.
  output.on('error', () => undefined);
  written.catch(() => current?.destroy());
  let done = false;
  const close = async () => {
    done = true;
    signal?.removeEventListener('abort', onAbort);
    await handle.close();
  };

  return {
    add: (name, openSource, { compress }) =>
      new Promise((resolve, reject) => {
        const fail = (error: unknown) => {
          stop(error);
          reject(error);
        };
        written.catch(reject);
        if (signal?.aborted) return fail(signal.reason);
        zip.addReadStreamLazy(name, { mtime: now, compress }, (give) => {
          const counter = lineCounter(resolve);
          current = counter;
          pipeline(openSource(), counter, (error) => error && fail(error));
          give(null, counter);
        });
      }),
    async finish() {
      zip.end();
      await written;
      await handle.sync();
      const { size } = await handle.stat();
      await place(handle, part, file);
      await close();
      return size;
    },
    async discard() {
      if (done) return;
      output.destroy();
      await written.catch(() => undefined);
      const [own, there] = [await handle.stat(), await stat(part).catch(() => null)];
      if (own.ino === there?.ino) await rm(part, { force: true });
      await close();
    },
  };
}
