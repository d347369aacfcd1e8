import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { Facts, Value } from './facts.ts';
import type { Lived } from './live.ts';

/** The values of a path at the instants where it changed. Without a value, the path is absent. */
type Series = [instant: number, value?: Value][];

interface Recorded {
  instants: number;
  asked: Record<string, Series>;
  events: Record<string, Value>;
}

const FILE = join(import.meta.dirname, 'golden.json.br');
/** The whole text fits into the window, so all repetitions are found. */
const OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } };

const sorted = <T>(entries: Iterable<[string, T]>): Record<string, T> =>
  Object.fromEntries([...entries].sort(([one], [other]) => (one < other ? -1 : 1)));

/** Stores only the changes of each path from one instant to the next. */
function pack({ asked, events }: Lived): Recorded {
  const series = new Map<string, Series>();
  for (const path of new Set(asked.flatMap((facts) => [...facts.keys()]))) {
    const changes: Series = [];
    let before: Value | undefined;
    for (const [at, facts] of asked.entries()) {
      const value = facts.get(path);
      if (value === before) continue;
      changes.push(value === undefined ? [at] : [at, value]);
      before = value;
    }
    series.set(path, changes);
  }
  return { instants: asked.length, asked: sorted(series), events: sorted(events) };
}

function unpack({ instants, asked, events }: Recorded): Lived {
  const facts: Facts[] = Array.from({ length: instants }, () => new Map());
  for (const [path, series] of Object.entries(asked))
    for (const [at, [from, value]] of series.entries()) {
      if (value === undefined) continue;
      for (let instant = from; instant < (series[at + 1]?.[0] ?? instants); instant += 1)
        facts[instant]!.set(path, value);
    }
  return { asked: facts, events: new Map(Object.entries(events)) };
}

type File = Record<string, Recorded>;
const readFile = (): File => (existsSync(FILE) ? JSON.parse(brotliDecompressSync(readFileSync(FILE)).toString()) : {});

export function readRecording(seed: number): Lived {
  const recorded = readFile()[seed];
  if (!recorded) throw new Error(`No recording of seed ${seed} exists: run node tools/lived-days/record.ts.`);
  return unpack(recorded);
}

/** Replaces the recording of a seed. The same life gives the same bytes. */
export function writeRecording(seed: number, lived: Lived): void {
  const file = sorted(Object.entries({ ...readFile(), [seed]: pack(lived) }));
  writeFileSync(FILE, brotliCompressSync(JSON.stringify(file), OPTIONS));
}
