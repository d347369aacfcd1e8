/**
 * Lays out what the last stage of the Dockerfile copies, without a container engine: `node scripts/container.mjs FOLDER`
 * builds what is not up to date, fills the empty FOLDER as the root of the image, and prints as JSON how the image would
 * start: `{ node, workdir, env, command, megabytes }`, with `node` a Node of the image's major, `workdir` below FOLDER, and
 * the size of its files, to which an image adds its base with Node.
 */
import { cpSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { build } from './build.mjs';
import { findNode } from './nodes.mjs';
import { ROOT, run, SetupError } from './processes.mjs';

const [, , target] = process.argv;
if (!target) throw new SetupError('Use: node scripts/container.mjs FOLDER');

/** The instructions of the last stage. */
function lastStage() {
  const file = DockerfileParser.parse(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'));
  const from = file.getFROMs().at(-1);
  const line = (one) => one.getRange().start.line;
  const after = (list) => list.filter((one) => line(one) > line(from));
  return {
    major: /^\d+/.exec(from.getImageTag())[0],
    workdir: after(file.getInstructions().filter((one) => one.getKeyword() === 'WORKDIR'))[0].getArgumentsContent(),
    env: after(file.getENVs()).flatMap((one) => one.getProperties().map((pair) => [pair.getName(), pair.getValue()])),
    command: after(file.getCMDs())[0]
      .getJSONStrings()
      .map((one) => one.getJSONValue()),
    copies: after(file.getCOPYs()).map((one) => one.getArguments().map((argument) => argument.getValue())),
  };
}

/** The packages that `npm ci --omit=dev` installs, by their folders, and npm's own record is not one of them. */
function packagesOfProduction() {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const installed = JSON.parse(readFileSync(join(ROOT, 'node_modules/.package-lock.json'), 'utf8')).packages;
  return Object.keys(packages).filter((name) => name !== '' && !packages[name].dev && installed[name]);
}

function copyPackages(to) {
  for (const name of packagesOfProduction()) {
    const goal = join(to, name.slice('node_modules/'.length));
    mkdirSync(dirname(goal), { recursive: true });
    // Packages inside a package are on the list themselves, if they belong to production.
    const filter = (path) => path === join(ROOT, name) || basename(path) !== 'node_modules';
    cpSync(join(ROOT, name), goal, { recursive: true, verbatimSymlinks: true, filter });
  }
}

/** Millions of bytes in the files of a folder, links not followed. */
function megabytesOf(folder) {
  const files = readdirSync(folder, { recursive: true }).map((name) => lstatSync(join(folder, name)));
  const bytes = files.filter((one) => one.isFile()).reduce((sum, { size }) => sum + size, 0);
  return Math.round(bytes / 1_000_000);
}

// The output is for whoever reads the JSON.
console.log = console.error;
await build('web', 'server');
const links = await run([process.execPath, 'dist/server/link-libraries.js'], { quiet: true });
if (links.code !== 0) throw new SetupError(`The libraries could not be linked:\n${links.text}`);

const { major, workdir, env, command, copies } = lastStage();
for (const [source, goal] of copies) {
  const from = join(ROOT, source.replace(/^\/app\//, ''));
  const to = join(target, workdir, goal.endsWith('/') ? join(goal, basename(source)) : goal);
  if (basename(source) === 'node_modules') copyPackages(to);
  else cpSync(from, to, { recursive: true });
}
const start = {
  node: await findNode(major),
  workdir: workdir.slice(1),
  env: Object.fromEntries(env),
  command,
  megabytes: megabytesOf(target),
};
process.stdout.write(`${JSON.stringify(start)}\n`);
