import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withLock } from './lock.mjs';
import { ROOT, run, SetupError, since } from './processes.mjs';

/** A release of each major that the server runs on; the container has the last of them. */
const RELEASES = { 20: '20.19.0', 22: '22.23.3', 24: '24.21.0' };

/**
 * The path of our release of a major: the running Node, or one that npm installs into the cache once. Throws a
 * SetupError when it cannot be had.
 */
export async function findNode(major) {
  const version = RELEASES[major];
  if (version === undefined) throw new SetupError(`There is no release of Node ${major} to test with.`);
  if (process.versions.node === version) return process.execPath;
  // Packages with the programs of nodejs.org, which the package "node" would fetch by an install script.
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const folder = join(ROOT, 'node_modules/.cache/emberkin', `node-${version}`);
  const program = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const works = async () => existsSync(program) && (await run([program, '--version'], { quiet: true })).code === 0;
  if (await works()) return program;
  await withLock(`node-${version}`, async () => {
    if (await works()) return;
    console.log(`Installing Node ${version} for its tests ...`);
    mkdirSync(folder, { recursive: true });
    const options = [
      '--no-save',
      '--no-package-lock',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ];
    const { text } = await run([...npm(), 'install', '--prefix', folder, ...options, `${name}@${version}`], {
      quiet: true,
    });
    if (!(await works())) throw new SetupError(`Node ${version} could not be installed:\n${text.trim()}`);
  });
  return program;
}

const npm = () => (process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm']);

/**
 * Runs the unit tests under each major, or those that the first arguments name; further arguments go to Vitest. Prints
 * one line for each at the end. Answers the exit code.
 */
export async function testNodes(args) {
  const at = args.findIndex((one) => !(one in RELEASES));
  const named = at === -1 ? args : args.slice(0, at);
  const others = at === -1 ? [] : args.slice(at);
  const majors = named.length > 0 ? named : Object.keys(RELEASES);
  const tests = pathToFileURL(join(ROOT, 'scripts/run-tests.mjs')).href;
  const program = `const { runTests } = await import('${tests}');
    process.exitCode = await runTests(${JSON.stringify(['unit', ...others])});`;
  const lines = [];
  for (const major of majors) {
    const node = await findNode(major);
    const start = performance.now();
    console.log(`\nNode ${RELEASES[major]}`);
    // What the tests start by name is the same Node.
    const env = { PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
    const { code } = await run([node, '--input-type=module', '-e', program], { env });
    lines.push({ code, text: `Node ${RELEASES[major]}: ${code === 0 ? 'passed' : 'failed'} (${since(start)})` });
  }
  console.log(['', ...lines.map(({ text }) => text)].join('\n'));
  return lines.some(({ code }) => code !== 0) ? 1 : 0;
}
