import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError } from '../config/config-error.ts';
import { BackupError } from './format.ts';

/** What one of the two programs was asked to do. */
export interface Command {
  /** Absolute. */
  readonly file: string;
  /** False with `--no-media`. */
  readonly media: boolean;
  /** True with `--trial`, which only a restore has. */
  readonly trial: boolean;
  /** Aborted by the first Ctrl+C or SIGTERM. */
  readonly signal: AbortSignal;
  say(line: string): void;
}

const say = (line: string) => void process.stdout.write(`${line}\n`);

type Program = 'backup' | 'restore';

const USE: Record<Program, string> = {
  backup: 'npm run backup -- FILE [--no-media]',
  restore: 'npm run restore -- FILE [--no-media] [--trial]',
};

/** FILE and the options of the command line; null for anything else. */
export function parseCommand(name: Program, args: string[]): Pick<Command, 'file' | 'media' | 'trial'> | null {
  try {
    const options = { 'no-media': { type: 'boolean' }, trial: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [file, ...others] = positionals;
    const trial = values.trial === true;
    if (!file || others.length > 0 || (trial && name !== 'restore')) return null;
    return { file: resolve(file), media: !values['no-media'], trial };
  } catch {
    return null;
  }
}

/** One sentence for what the operator can mend, the whole error for bugs of ours. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const known = error instanceof ConfigError || error instanceof BackupError || error.name === 'EmbeddedError';
  // Errors of the file system and of PostgreSQL say enough without the lines of the program.
  const fromOutside = 'syscall' in error || 'severity' in error || 'code' in error;
  return known || fromOutside ? error.message : (error.stack ?? error.message);
}

/** Runs the work with what the command line says, and ends the process: with 0 only when all of it is done. */
export async function runProgram(name: Program, work: (command: Command) => Promise<void>): Promise<void> {
  // As the server does: only its own user may read what is written.
  process.umask(0o077);
  const command = parseCommand(name, process.argv.slice(2));
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stopping.abort(new BackupError(`It was stopped by ${signal}.`)));
  let code = 1;
  if (command === null) console.error(`Use: ${USE[name]}`);
  else
    try {
      await work({ ...command, signal: stopping.signal, say });
      code = 0;
    } catch (error) {
      // What was interrupted fails in its own words; whoever stopped it wants to read that.
      console.error(`The ${name} was not made. ${explain(stopping.signal.aborted ? stopping.signal.reason : error)}`);
    }
  process.exit(code);
}
