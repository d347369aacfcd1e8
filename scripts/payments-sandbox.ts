import { fork } from 'node:child_process';
import { join } from 'node:path';
import { ROOT, SetupError } from './processes.ts';

/**
 * Starts the payments sandbox as a child that exits with this process. Returns the settings for reaching it, or none if
 * the environment's settings rule it out.
 */
export async function startPaymentsSandbox(): Promise<Record<string, string>> {
  const child = fork(join(ROOT, 'tools/payments-sandbox/main.ts'), {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const settings = await new Promise<Record<string, string>>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Record<string, string>));
    child.once('exit', () => reject(new SetupError('The payments sandbox could not start.')));
  });
  // Neither the child nor its channel keeps this process running.
  child.unref();
  child.channel?.unref();
  return settings;
}
