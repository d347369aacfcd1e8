import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadEnvFile } from 'node:process';
import { parseEnv } from 'node:util';
import { ConfigError } from './config-error.ts';

export type Env = Record<string, string | undefined>;

const ENV_FILE = join(process.cwd(), '.env');

/** Reads `.env`, without the environment. */
export const readEnvFile = (): Env => (existsSync(ENV_FILE) ? parseEnv(readFileSync(ENV_FILE, 'utf8')) : {});

/** Returns the environment, completed by `.env`. */
export function loadEnv(): Env {
  if (existsSync(ENV_FILE)) loadEnvFile(ENV_FILE);
  return process.env;
}

export const bothSet = (name: string, other: string) =>
  new ConfigError(`${name} and ${other} are both set: keep one of them.`);

/**
 * Returns a setting from its variable or from the file that `NAME_FILE` names, or undefined if both are blank. Throws a
 * ConfigError if both are set, or if the file is unreadable or blank.
 */
export function readText(env: Env, name: string): string | undefined {
  const path = env[`${name}_FILE`]?.trim();
  if (path && env[name]?.trim()) throw bothSet(name, `${name}_FILE`);
  let text = env[name];
  try {
    if (path) text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new ConfigError(
      `${name}_FILE must name a file that can be read, not "${path}": ${(error as { code: string }).code}.`,
    );
  }
  // A secret that is missing from its file must not switch off what it protects.
  if (path && !text?.trim()) throw new ConfigError(`${name}_FILE names a file that is empty: ${path}.`);
  if (!text?.trim()) return undefined;
  // Leading and trailing spaces are part of a password.
  return name.endsWith('_PASSWORD') ? text : text.trim();
}
