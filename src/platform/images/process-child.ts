import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Overloaded } from '#platform/lib/concurrency-limit.ts';
import { type ImageAnswer, type ImageResult, type ImageTask, toError } from './process-messages.ts';

/** The image process as the server sees it: it starts with the first task and ends after some time without one. */
export interface ImageChild {
  /** Runs one task; none may be in progress. Throws Overloaded when the process ends by itself. */
  run(task: ImageTask): Promise<ImageResult>;
  /** Ends the process at once; the task in progress fails with `error`, and the next one starts a new process. */
  kill(error: Error): void;
}

/**
 * The environment of the image process. The server's own holds keys, and this process reads strangers' files, so it
 * gets only what the system needs. glibc retains freed memory for each thread unless these settings are present at the
 * start (docs/decisions/0054).
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

/** Without work the process ends after `idle_ms`, which returns all of its memory. */
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
    // A process that is being killed may still send; that belongs to no task any more.
    const isCurrent = () => child === started;
    started.on('message', (answer: ImageAnswer) => {
      if (!isCurrent()) return;
      idle = setTimeout(end, options.idle_ms).unref();
      const task = takeCurrent();
      try {
        if ('result' in answer) task?.resolve(answer.result);
        else task?.reject(toError(answer));
      } catch (error) {
        // Only a process whose decoder was taken over answers anything else.
        end();
        task?.reject(error as Error);
      }
    });
    // A crash of the decoder, or the system, ended the process: the picture may be good, so it may be sent again (503).
    const onExit = () => {
      if (!isCurrent()) return;
      end();
      takeCurrent()?.reject(new Overloaded('The image process ended by itself.'));
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
        // An error here means that the process has ended, which its exit reports.
        child.send(task, () => undefined);
      }),
    kill: (error) => {
      end();
      takeCurrent()?.reject(error);
    },
  };
}
