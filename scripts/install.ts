import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.ts';
import { type Command, isObject, ROOT, run, SetupError, since } from './processes.ts';

const stampOf = (room: string) => join(room, 'node_modules/.emberkin-stamp');

/**
 * Installs the packages of the project or another folder, unless node_modules matches the lockfile, Node and system.
 */
export async function installPackages(room = ROOT): Promise<void> {
  if (isInstalled(room)) return;
  await withLock('install', async () => {
    if (isInstalled(room)) return;
    if (!wasInstalledByHand(room)) await install(room);
    writeFileSync(stampOf(room), wanted(room));
  });
}

/**
 * Returns what the installed packages depend on: the lockfile, and for native code Node's major version and the system.
 */
function wanted(room: string): string {
  const lock = createHash('sha256')
    .update(readFileSync(join(room, 'package-lock.json')))
    .digest('hex');
  return lock + platform();
}

const platform = () => ` node ${process.versions.node.split('.')[0]} ${process.platform} ${process.arch}\n`;

const isInstalled = (room: string) => readOr('', stampOf(room)) === wanted(room);

function readOr(fallback: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return fallback;
  }
}

/** Returns a lockfile's packages by folder, or undefined if the text is not a lockfile. */
function packagesOf(text: string): Readonly<Record<string, unknown>> | undefined {
  const lock: unknown = JSON.parse(text);
  return isObject(lock) && isObject(lock.packages) ? lock.packages : undefined;
}

/** Returns true after someone ran `npm ci`: npm's record shows what it installed. */
function wasInstalledByHand(room: string): boolean {
  const installed = packagesOf(readOr('{}', join(room, 'node_modules/.package-lock.json')));
  const stamp = readOr('', stampOf(room));
  // Native code of another Node or system does not run, whatever npm's record says.
  if (!installed || (stamp !== '' && !stamp.endsWith(platform()))) return false;
  const { '': _, ...packages } = packagesOf(readFileSync(join(room, 'package-lock.json'), 'utf8')) ?? {};
  const isHere = (name: string) => {
    const locked = packages[name];
    return isObject(locked) && (!Array.isArray(locked.os) || locked.os.includes(process.platform));
  };
  return (
    Object.keys(installed).every(isHere) &&
    Object.entries(packages).every(([name, locked]) => {
      if (!isObject(locked)) return false;
      const found = installed[name];
      if (!isObject(found)) return locked.optional === true || locked.devOptional === true;
      return found.version === locked.version && found.integrity === locked.integrity;
    })
  );
}

async function install(room: string): Promise<void> {
  const start = performance.now();
  console.log('Installing packages (once, and after a change of the lockfile) ...');
  const npm: Command = process.env.npm_execpath?.endsWith('.js')
    ? [process.execPath, process.env.npm_execpath]
    : ['npm'];
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, text } = await run([...npm, ...args], { quiet: true, cwd: room });
  // npm prints the reason first, then its whole usage.
  if (code !== 0) throw new SetupError(`npm ci failed:\n${text.trim().split('\n').slice(0, 15).join('\n')}`);
  console.log(`Packages are installed (${since(start)}).`);
}
