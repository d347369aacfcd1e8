import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Overloaded } from '../concurrency-limit.ts';
import type { ImageSet, Images } from './images.ts';
import { errorOf, type PictureAnswer, type PictureTask } from './process-messages.ts';
import { tsxFile, workerFile } from './worker-file.ts';

/** Without work the process ends after this, and all its memory goes back. */
const IDLE_MS = 10_000;

/**
 * The server's own environment holds keys, and this process reads strangers' files: it gets what the system needs alone.
 * glibc keeps freed memory for each thread unless it is told otherwise before the start (docs/decisions/0015).
 */
function makeEnv(): Record<string, string> {
  const env: Record<string, string> = {
    MALLOC_ARENA_MAX: '1',
    MALLOC_MMAP_THRESHOLD_: '65536',
    MALLOC_TRIM_THRESHOLD_: '131072',
  };
  for (const key of ['PATH', 'SystemRoot', 'TEMP', 'TMP']) if (process.env[key]) env[key] = process.env[key];
  return env;
}

interface Waiting {
  resolve(picture: ImageSet): void;
  reject(error: Error): void;
}

/** Pictures made in a process of its own, which starts with the first and ends when there are none for a while. */
export function imagesProcess(options: { idle_ms?: number } = {}): Images {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  const waiting = new Map<number, Waiting>();

  const end = () => {
    child?.kill('SIGKILL');
    child = undefined;
  };

  const settle = (answer: PictureAnswer) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('made' in answer) asked?.resolve(answer.made);
    else asked?.reject(errorOf(answer));
    if (waiting.size === 0) idle = setTimeout(end, options.idle_ms ?? IDLE_MS).unref();
  };

  const start = (): ChildProcess => {
    const file = workerFile('process-worker');
    const loader = file.pathname.endsWith('.ts') ? ['--import', tsxFile('./dist/loader.mjs').href] : [];
    const started = fork(fileURLToPath(file), {
      execArgv: ['--expose-gc', '--max-semi-space-size=1', ...loader],
      env: makeEnv(),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    started.on('message', settle);
    // Killed by the decoder or by the system: nobody knows by which picture, so all may be tried again (503).
    const gone = () => {
      if (child !== started) return;
      child = undefined;
      for (const { reject } of waiting.values()) reject(new Overloaded('The process that makes pictures ended.'));
      waiting.clear();
    };
    started.once('exit', gone).once('error', gone);
    return started;
  };

  return {
    makeWebp: (path, variants) =>
      new Promise((resolve, reject) => {
        clearTimeout(idle);
        child ??= start();
        const task: PictureTask = { id: ++lastId, path, variants };
        waiting.set(task.id, { resolve, reject });
        // An error here means that it has ended, which is heard below.
        child.send(task, () => undefined);
      }),
    close: async () => {
      clearTimeout(idle);
      end();
      for (const { reject } of waiting.values()) reject(new Overloaded('The program is stopping.'));
      waiting.clear();
    },
  };
}
