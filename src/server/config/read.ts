import { isIP } from 'node:net';
import type { Secrets } from '../adapters/keys/secret-key.ts';
import { ConfigError } from './config-error.ts';
import type { SettingName } from './names.ts';

/** Environment variables by name. */
export type Env = Record<string, string | undefined>;

/** The trimmed text; null for a variable that is unset or blank. */
export const textOf = (env: Env, name: SettingName) => {
  const value = env[name]?.trim();
  return value ? value : null;
};

/** Settings that go together; null where none is set. Throws a ConfigError that names the first one that is missing. */
export function allOrNone<const Names extends readonly SettingName[]>(
  env: Env,
  names: Names,
): { [I in keyof Names]: string } | null {
  const values = names.map((name) => textOf(env, name));
  if (values.every((value) => value === null)) return null;
  const missing = names.find((_, i) => values[i] === null);
  if (missing) throw new ConfigError(`${missing} is missing: set all of ${names.join(', ')}, or none.`);
  return values as { [I in keyof Names]: string };
}

/** A URL with one of the protocols, without a trailing slash; null where none is set. Throws a ConfigError. */
export function url(env: Env, name: SettingName, protocols: string[]): string | null {
  const value = textOf(env, name);
  if (value === null) return null;
  let parsed: URL;
  try {
    parsed = new URL(value);
  } catch {
    throw new ConfigError(`${name} must be a URL.`);
  }
  if (!protocols.includes(parsed.protocol))
    throw new ConfigError(`${name} must start with ${protocols.map((p) => `${p}//`).join(' or ')}.`);
  return value.replace(/\/+$/, '');
}

/** An origin such as `https://emberkin.example`, as browsers write it; null where none is set. Throws a ConfigError. */
export function origin(env: Env, name: SettingName): string | null {
  const value = url(env, name, ['http:', 'https:']);
  if (value === null) return null;
  const { pathname, origin } = new URL(value);
  // By the text: to a URL an empty query, fragment or name is as good as none.
  if (pathname !== '/' || /[?#@]/.test(value))
    throw new ConfigError(`${name} must be an origin such as https://emberkin.example, without a path.`);
  return origin;
}

/** One of a few words. Throws a ConfigError. */
export function oneOf<const Word extends string>(
  env: Env,
  name: SettingName,
  fallback: Word,
  allowed: readonly Word[],
): Word {
  const value = textOf(env, name) ?? fallback;
  const word = allowed.find((one) => one === value);
  if (word === undefined) throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, not "${value}".`);
  return word;
}

/** Whether a switch is on. Throws a ConfigError. */
export const isOn = (env: Env, name: SettingName, fallback: 'on' | 'off'): boolean =>
  oneOf(env, name, fallback, ['on', 'off']) === 'on';

/** A whole number within limits, both inclusive. Throws a ConfigError. */
export function wholeNumber(
  env: Env,
  name: SettingName,
  fallback: number,
  [least, most]: readonly [number, number],
): number {
  const value = textOf(env, name) ?? String(fallback);
  const number = Number(value);
  if (!Number.isInteger(number) || number < least || number > most)
    throw new ConfigError(`${name} must be a whole number from ${least} to ${most}, not "${value}".`);
  return number;
}

const SECRET_MIN = 16;

/** A secret of at least 16 characters; null where none is set. Throws a ConfigError. */
export function secret(env: Env, name: SettingName): string | null {
  const value = textOf(env, name);
  if (value !== null && value.length < SECRET_MIN)
    throw new ConfigError(`${name} must have at least ${SECRET_MIN} characters.`);
  return value;
}

/** Several secrets, separated by commas, the current one first. Throws a ConfigError. */
export function secrets(env: Env, name: SettingName): Secrets | null {
  const [first = '', ...others] = (textOf(env, name) ?? '').split(',').map((part) => part.trim());
  if (others.length === 0) {
    const only = secret(env, name);
    return only === null ? null : [only];
  }
  if ([first, ...others].some((part) => part.length < SECRET_MIN))
    throw new ConfigError(`Each key in ${name} must have at least ${SECRET_MIN} characters.`);
  return [first, ...others];
}

/** Whether the text is an address or a network such as `10.0.0.0/8`. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** The list, if all of it is right. Throws a ConfigError that says what the setting must be otherwise. */
function requireEach(name: SettingName, rule: string, list: string[], isRight: (part: string) => boolean): string[] {
  const wrong = list.find((part) => !isRight(part));
  if (wrong !== undefined) throw new ConfigError(`${name} must ${rule}, not "${wrong}".`);
  return list;
}

/** Addresses and networks, separated by commas; false where none is set. Throws a ConfigError. */
export function networks(env: Env, name: SettingName): string[] | false {
  const value = textOf(env, name);
  if (value === null) return false;
  const list = value.split(',').map((network) => network.trim());
  return requireEach(name, 'list addresses or networks such as 10.0.0.0/8, separated by commas', list, isNetwork);
}

const listOf = (env: Env, name: SettingName): string[] =>
  (textOf(env, name) ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Origins such as `https://home.example`, separated by commas, or `*` for all. Throws a ConfigError. */
export function origins(env: Env, name: SettingName): '*' | string[] {
  const list = listOf(env, name);
  if (list.length === 1 && list[0] === '*') return '*';
  const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text;
  return requireEach(name, 'be * or list origins such as https://home.example', list, isOrigin);
}

const HOST = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;
/** What ends in a number is an address, and not a name, to everything that resolves names. */
const ENDS_IN_NUMBER = /(^|\.)\d+$/;

/** The address or the name of a host. Throws a ConfigError. */
export function host(env: Env, name: SettingName, fallback: string): string {
  const value = textOf(env, name) ?? fallback;
  if (isIP(value) === 0 && (!HOST.test(value.toLowerCase()) || ENDS_IN_NUMBER.test(value)))
    throw new ConfigError(`${name} must be an address or the name of a host, such as 0.0.0.0, not "${value}".`);
  return value;
}

/** Host names, addresses and networks, separated by commas, in lower case, and `others` as they are. Throws a ConfigError. */
export function hosts(env: Env, name: SettingName, others: readonly string[] = []): string[] {
  const list = listOf(env, name).map((host) => host.toLowerCase());
  const rule = 'list host names, addresses or networks such as 192.168.1.0/24, separated by commas';
  return requireEach(name, rule, list, (host) => isNetwork(host) || HOST.test(host) || others.includes(host));
}
