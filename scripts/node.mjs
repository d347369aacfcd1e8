import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The oldest Node that runs Emberkin, as in `engines` of package.json. */
const FLOOR = [24, 11];

/** Pins the Node that npm fetches: one optional package per platform, with its hash. */
const PINNED = fileURLToPath(new URL('node', import.meta.url));

const FETCHED = fileURLToPath(new URL('../.node', import.meta.url));

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > FLOOR[0] || (major === FLOOR[0] && minor >= FLOOR[1]);
}

export const isNodeNewEnough = () => isNewEnough(process.versions.node);

/**
 * Runs a script with a supported Node and returns its exit code. npm fetches that Node once into `.node`. Not into
 * node_modules: `npm ci` deletes that folder, and Windows does not delete a running program.
 */
export async function runWithNewerNode(script, args) {
  const program = findNode() ?? fetchNode();
  if (program === undefined) {
    const versions = `This machine has Node ${process.versions.node}; Emberkin needs ${FLOOR.join('.')} or newer`;
    console.error(`${versions}: install it from nodejs.org, or put it into .node/bin.`);
    return 1;
  }
  // Programs that the script starts by name use the same Node.
  const env = { ...process.env, PATH: `${dirname(program)}${delimiter}${process.env.PATH}` };
  const child = spawn(program, [script, ...args], { stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // On Windows, the console sends Ctrl+C to both processes.
    process.on(signal, () => process.platform === 'win32' || child.kill(signal));
  }
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code, signal) => done(code ?? 128 + constants.signals[signal]));
  });
}

function findNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const packages = join(folderOfPinned(), 'node_modules');
  // npm installs only the pinned package that fits this machine.
  const fetched = existsSync(packages) ? readdirSync(packages).map((one) => join(packages, one, 'bin', name)) : [];
  // A manually installed Node can be too old, and npm's might not run with this system's libraries.
  return [join(FETCHED, 'bin', name), ...fetched].find(isNewNode);
}

function isNewNode(program) {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return isNewEnough(stdout?.trim().slice(1) ?? '');
}

/** Returns one folder per set of pinned versions, so that a version change does not touch a running Node. */
function folderOfPinned() {
  const lock = readFileSync(join(PINNED, 'package-lock.json'));
  return join(FETCHED, createHash('sha256').update(lock).digest('hex').slice(0, 12));
}

/** Installs the pinned Node and returns its path, or undefined if npm is offline or has no build for this machine. */
function fetchNode() {
  const start = performance.now();
  console.log(`Fetching a newer Node (once; this machine has ${process.versions.node}) ...`);
  // Install into another folder and rename it, so that concurrent processes never see half of it.
  const aside = join(FETCHED, `fetching-${process.pid}`);
  mkdirSync(aside, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(PINNED, file), join(aside, file));
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const [program, ...args] = [...npm, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  // On Windows, npm is a batch file, which needs a shell.
  const shell = process.platform === 'win32' && npm.length === 1;
  const { status } = spawnSync(program, args, { cwd: aside, stdio: ['ignore', 'ignore', 'inherit'], shell });
  if (status === 0 && !existsSync(folderOfPinned())) renameSync(aside, folderOfPinned());
  rmSync(aside, { recursive: true, force: true });
  const node = findNode();
  if (node !== undefined) console.log(`Node is fetched (${((performance.now() - start) / 1000).toFixed(1)} s).`);
  return node;
}
