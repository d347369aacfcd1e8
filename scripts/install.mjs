import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { ROOT, run, SetupError, since } from './processes.mjs';

const stampOf = (room) => join(room, 'node_modules/.emberkin-stamp');

/**
 * Installs the packages of the project, or of another folder with a lockfile, if its node_modules does not match the
 * lockfile, or was installed for another Node or system.
 */
export async function installPackages(room = ROOT) {
  if (isInstalled(room)) return;
  await withLock('install', async () => {
    if (isInstalled(room)) return;
    if (!wasInstalledByHand(room)) await install(room);
    writeFileSync(stampOf(room), wanted(room));
  });
}

/** What the installed packages depend on: the lockfile, and for those with native code Node's major and the system. */
function wanted(room) {
  const lock = createHash('sha256')
    .update(readFileSync(join(room, 'package-lock.json')))
    .digest('hex');
  return lock + platform();
}

const platform = () => ` node ${process.versions.node.split('.')[0]} ${process.platform} ${process.arch}\n`;

const isInstalled = (room) => readOr('', stampOf(room)) === wanted(room);

function readOr(fallback, file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return fallback;
  }
}

/** After somebody ran `npm ci` nothing needs to be installed: npm's own record shows what it has installed. */
function wasInstalledByHand(room) {
  const installed = JSON.parse(readOr('{}', join(room, 'node_modules/.package-lock.json'))).packages;
  const stamp = readOr('', stampOf(room));
  // Native code of another Node or system does not run, whatever the record says.
  if (!installed || (stamp !== '' && !stamp.endsWith(platform()))) return false;
  const { '': _, ...packages } = JSON.parse(readFileSync(join(room, 'package-lock.json'), 'utf8')).packages;
  const isHere = (name) => packages[name] && (!packages[name].os || packages[name].os.includes(process.platform));
  return (
    Object.keys(installed).every(isHere) &&
    Object.entries(packages).every(([name, { version, integrity, optional, devOptional }]) => {
      const found = installed[name];
      return found ? found.version === version && found.integrity === integrity : optional || devOptional;
    })
  );
}

async function install(room) {
  const start = performance.now();
  console.log('Installing packages (once, and after a change of the lockfile) ...');
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, text } = await run([...npm, ...args], { quiet: true, cwd: room });
  // npm prints the reason first and then its whole usage.
  if (code !== 0) throw new SetupError(`npm ci failed:\n${text.trim().split('\n').slice(0, 15).join('\n')}`);
  console.log(`Packages are installed (${since(start)}).`);
}
