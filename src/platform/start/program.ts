import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError } from '#platform/config/config-error.ts';
import { explainDiskError, type Folders } from './disk-errors.ts';

/** Why a program cannot do its work, in one sentence for the operator. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError';
}

interface FileCommand {
  /** Absolute. */
  readonly file: string;
  /** False with `--no-media`. */
  readonly media: boolean;
  /** True with `--trial`, for restores only. */
  readonly trial: boolean;
  /** True with `--end-sessions`, for restores only. */
  readonly end_sessions: boolean;
}

interface Surroundings {
  /** Aborted by the first Ctrl+C or SIGTERM. */
  readonly signal: AbortSignal;
  say(line: string): void;
}

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Parses FILE and the options. Returns null if they are invalid. */
export const parseFile =
  (name: 'backup' | 'restore') =>
  (args: string[]): FileCommand | null => {
    try {
      const flag = { type: 'boolean' } as const;
      const options = { 'no-media': flag, trial: flag, 'end-sessions': flag };
      const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
      const [file, ...others] = positionals;
      const ofRestore = { trial: values.trial === true, end_sessions: values['end-sessions'] === true };
      if (!file || others.length > 0 || (Object.values(ofRestore).includes(true) && name !== 'restore')) return null;
      return { file: resolve(file), media: !values['no-media'], ...ofRestore };
    } catch {
      return null;
    }
  };

/** Returns one sentence for errors that the operator can fix, the stack for our bugs. */
function explain(error: unknown, command: unknown, folders: Folders | undefined): string {
  if (!(error instanceof Error)) return String(error);
  const ofDisk = folders ? explainDiskError(error, folders, (command as Partial<FileCommand>).file) : null;
  if (ofDisk !== null) return ofDisk;
  const known = error instanceof ConfigError || ['ProgramError', 'BackupError', 'EmbeddedError'].includes(error.name);
  const fromOutside = 'syscall' in error || 'severity' in error || 'code' in error;
  return known || fromOutside ? error.message : (error.stack ?? error.message);
}

interface Program<Command, Config> {
  readonly name: string;
  readonly use: string;
  /** Parses the command line. Returns null if it is invalid. */
  parse(args: string[]): Command | null;
  loadConfig(): Config;
}

/** Runs a program for the operator and exits, with code 0 only if all work is done. */
export async function runProgram<Command, Config extends Folders>(
  { name, use, parse, loadConfig }: Program<Command, Config>,
  work: (command: Command, config: Config, surroundings: Surroundings) => Promise<void>,
): Promise<void> {
  // Only the program's own user may read what it writes, as in the server.
  process.umask(0o077);
  const command = parse(process.argv.slice(2));
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stopping.abort(new ProgramError(`It was stopped by ${signal}.`)));
  let code = 1;
  let config: Config | undefined;
  if (command === null) console.error(`Use: ${use}`);
  else
    try {
      config = loadConfig();
      await work(command, config, { signal: stopping.signal, say });
      code = 0;
    } catch (error) {
      // Interrupted work fails with its own error; print the reason of the interruption instead.
      console.error(
        `The ${name} failed. ${explain(stopping.signal.aborted ? stopping.signal.reason : error, command, config)}`,
      );
    }
  process.exit(code);
}
