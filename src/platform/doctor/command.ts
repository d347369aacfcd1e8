import { parseArgs } from 'node:util';
import { isAddress } from './surroundings.ts';

interface Command {
  readonly mail: string | null;
  readonly totp: boolean;
}

/** Parses the command line. Returns undefined if it is invalid. */
export function parseCommand(args: string[]): Command | undefined {
  try {
    const options = { mail: { type: 'string' }, totp: { type: 'boolean', default: false } } as const;
    const { mail = null, totp } = parseArgs({ args, options }).values;
    return mail === null || (isAddress(mail) && !totp) ? { mail, totp } : undefined;
  } catch {
    return undefined;
  }
}
