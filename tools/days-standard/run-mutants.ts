import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { ROOT } from '#platform/start/root.ts';
import { listMutants, type Mutant } from './list-mutants.ts';

/**
 * `npm run standard -- --mutants [--every N]` changes the day rules in one small place at a time. It runs the cases and
 * random lives with each change and prints the unnoticed ones. It exits with 1 if equivalent-mutants.json does not
 * explain one. `--every 12` tries every twelfth change.
 */
const MUTATED = ['life.ts', 'outcomes.ts', 'standing.ts'].map((name) => `src/domain/${name}`);
const JUDGES = ['judge.ts', 'life.ts', 'broken-invariant.ts'].map((name) => `tools/days-standard/${name}`);
/** A mutant that needs more CPU time loops forever. An unnoticed one takes two seconds. */
const CPU_SECONDS_MAX = 12;

const urlOf = (file: string) => pathToFileURL(join(ROOT, file)).href;
const mutants = MUTATED.flatMap((file) => listMutants(file, readFileSync(join(ROOT, file), 'utf8')));

interface Tried {
  readonly at: number;
  readonly isKilled: boolean;
}

/** Loads the rules with each mutant and reports whether a case or an invariant notices it. */
async function tryMutants(numbers: readonly number[]): Promise<void> {
  /** The modules that each mutant loads again. All others are shared. */
  const reloaded = new Set([...MUTATED, ...JUDGES].map(urlOf));
  let current: Mutant | undefined;
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const found = nextResolve(specifier, context);
      const query = /\?mutant=\d+$/.exec(context.parentURL ?? '')?.[0];
      return query !== undefined && reloaded.has(found.url) ? { ...found, url: `${found.url}${query}` } : found;
    },
    load(url, context, nextLoad) {
      if (!current || !url.startsWith(`${urlOf(current.file)}?`)) return nextLoad(url, context);
      return { format: 'module-typescript', source: current.source, shortCircuit: true };
    },
  });
  for (const at of numbers) {
    current = mutants[at];
    let isKilled = true;
    try {
      const { judge } = await import(`${urlOf('tools/days-standard/judge.ts')}?mutant=${at}`);
      isKilled = judge() !== null;
    } catch {
      // A rule that throws is noticed too.
    }
    parentPort!.postMessage({ at, isKilled } satisfies Tried);
  }
}

/** Tries mutants in a thread, which is stopped if a mutant loops forever. Returns the numbers of the killed ones. */
async function runThreads(numbers: readonly number[]): Promise<Set<number>> {
  const killed = new Set<number>();
  for (let next = 0; next < numbers.length; ) {
    const worker = new Worker(new URL(import.meta.url), { workerData: numbers.slice(next), stdout: false });
    await new Promise<void>((done, fail) => {
      let start = process.cpuUsage().user;
      const stop = () => {
        clearInterval(timer);
        void worker.terminate().then(() => done());
      };
      const timer = setInterval(() => {
        if (process.cpuUsage().user - start < CPU_SECONDS_MAX * 1_000_000) return;
        killed.add(numbers[next]!);
        next += 1;
        stop();
      }, 500);
      worker.on('message', ({ at, isKilled }: Tried) => {
        start = process.cpuUsage().user;
        if (isKilled) killed.add(at);
        next += 1;
        if (next === numbers.length) stop();
      });
      worker.on('error', fail);
    });
  }
  return killed;
}

interface Explained {
  readonly before: string;
  readonly after: string;
  readonly reason: string;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { mutants: { type: 'boolean' }, every: { type: 'string', default: '1' } },
  });
  const explained: Explained[] = JSON.parse(readFileSync(join(import.meta.dirname, 'equivalent-mutants.json'), 'utf8'));
  const numbers = [...mutants.keys()].filter((at) => at % Number(values.every) === 0);
  const isExplained = (at: number) =>
    explained.some(({ before, after }) => before === mutants[at]!.before && after === mutants[at]!.after);
  const killed = await runThreads(numbers.filter((at) => !isExplained(at)));
  const alive = numbers.filter((at) => !killed.has(at) && !isExplained(at));
  for (const at of alive) {
    const { file, before, after } = mutants[at]!;
    process.stdout.write(`${file}\n  ${before}\n  ${after}\n`);
  }
  const equivalent = numbers.length - killed.size - alive.length;
  const counts = `killed ${killed.size}, equivalent ${equivalent}, alive ${alive.length}`;
  process.stdout.write(`mutants ${numbers.length}, ${counts}\n`);
  process.exitCode = alive.length === 0 ? 0 : 1;
}

await (isMainThread ? main() : tryMutants(workerData as number[]));
