import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Overloaded } from '#platform/lib/concurrency-limit.ts';
import { type ImageAnswer, type ImageResult, type ImageTask, toError } from './process-messages.ts';

/** The image process, which starts with the first task and exits when idle. */
export interface ImageChild {
  /** Runs one task at a time. Throws Overloaded if the process dies by itself. */
  run(task: ImageTask): Promise<ImageResult>;
  /** Kills the process; the task in progress rejects with `error`, and the next task starts a new process. */
  kill(error: Error): void;
}

/**
 * Omits the server's secrets, because the image process reads untrusted files. glibc keeps freed memory per thread
 * unless these settings exist at the start (docs/decisions/0054).
 */
function childEnvironment(): Record<string, string> {
  const env: Record<string, string> = {
    MALLOC_ARENA_MAX: '1',
    MALLOC_MMAP_THRESHOLD_: '65536',
    MALLOC_TRIM_THRESHOLD_: '131072',
  };
  for (const key of ['PATH', 'SystemRoot', 'TEMP', 'TMP']) if (process.env[key]) env[key] = process.env[key];
  return env;
}

function startChild(program: URL): ChildProcess {
  return fork(fileURLToPath(program), {
    execArgv: ['--expose-gc', '--max-semi-space-size=1'],
    env: childEnvironment(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** Creates an image process that exits after `idle_ms` without work, which returns its memory. */
export function makeImageChild(options: { idle_ms: number; program: URL }): ImageChild {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let current: { resolve(result: ImageResult): void; reject(error: Error): void } | undefined;

  const takeCurrent = () => {
    const task = current;
    current = undefined;
    return task;
  };

  const end = () => {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  };

  const start = (): ChildProcess => {
    const started = startChild(options.program);
    // A process that was killed can still send, but its task is over.
    const isCurrent = () => child === started;
    started.on('message', (answer: ImageAnswer) => {
      if (!isCurrent()) return;
      idle = setTimeout(end, options.idle_ms).unref();
      const task = takeCurrent();
      try {
        if ('result' in answer) task?.resolve(answer.result);
        else task?.reject(toError(answer));
      } catch (error) {
        // Only a compromised decoder sends anything else.
        end();
        task?.reject(error as Error);
      }
    });
    // The decoder crashed or the system killed the process. The picture can be valid, so the client may retry (503).
    const onExit = () => {
      if (!isCurrent()) return;
      end();
      takeCurrent()?.reject(new Overloaded('The image process exited unexpectedly.'));
    };
    started.once('exit', onExit).once('error', onExit);
    return started;
  };

  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        clearTimeout(idle);
        current = { resolve, reject };
        child ??= start();
        // An error means that the process has exited; its exit event reports that.
        child.send(task, () => undefined);
      }),
    kill: (error) => {
      end();
      takeCurrent()?.reject(error);
    },
  };
}
