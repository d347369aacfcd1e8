import { parseArgs } from 'node:util';
import { isAddress } from './surroundings.ts';

interface Command {
  /** The address behind `--mail`, null without one. */
  readonly mail: string | null;
  readonly totp: boolean;
}

/** Reads the command line; undefined if it is another one. */
export function parseCommand(args: string[]): Command | undefined {
  try {
    const options = { mail: { type: 'string' }, totp: { type: 'boolean', default: false } } as const;
    const { mail = null, totp } = parseArgs({ args, options }).values;
    return mail === null || (isAddress(mail) && !totp) ? { mail, totp } : undefined;
  } catch {
    return undefined;
  }
}
