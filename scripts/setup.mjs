/**
 * What every npm script calls: `node scripts/setup.mjs <command> [arguments]`. It installs and builds what is not up
 * to date and then runs the command. Plain Node, because it runs before anything is installed.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Emberkin needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

const { ROOT, run, SetupError, tool } = await import('./processes.mjs');
const { installPackages } = await import('./install.mjs');
const { build } = await import('./build.mjs');
const { stopWithParent } = await import('./stop-with-parent.mjs');

/** Runs the built program in this same process, so that signals reach it directly. */
async function become(program, args) {
  const file = join(ROOT, 'dist/server', program);
  process.argv = [process.argv[0], file, ...args];
  await import(pathToFileURL(file).href);
}

/** Compiles the texts and prints how much of each language there is, and its plural forms; with `pseudo` after it has made one from English. */
async function messages(args) {
  if (args.length > 1 || (args.length === 1 && args[0] !== 'pseudo'))
    throw new SetupError('Use: npm run messages, or npm run messages -- pseudo');
  if (args.length === 1) (await import('./pseudo.mjs')).writePseudo();
  const { generateMessages } = await import('./messages.mjs');
  for (const { tag, name, share, missing } of await generateMessages()) {
    const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories.join(' ');
    console.log(`${tag.padEnd(8)} ${name}: ${share}%, ${missing.length} missing; plurals: ${forms}`);
  }
}

const tsx = async (args, env) => {
  process.exitCode = (await run(tool('tsx', ...args), { stdin: 'inherit', env })).code;
};

const COMMANDS = {
  async build() {
    await build('web', 'server');
    await become('link-libraries.js', []);
  },
  async start(args) {
    await build('web', 'server');
    await become('main.js', args);
  },
  async demo(args) {
    await build('web', 'server');
    await become('demo.js', args);
  },
  async backup(args) {
    await build('server');
    await become('backup.js', args);
  },
  async restore(args) {
    await build('server');
    await become('restore.js', args);
  },
  async sweep(args) {
    await build('server');
    await become('sweep.js', args);
  },
  async doctor(args) {
    await build('server');
    await become('doctor.js', args);
  },
  dev: (args) => tsx(['tools/dev.ts', ...args]),
  bench: (args) => tsx(['bench/run.ts', ...args]),
  async 'bench:web'(args) {
    const { findBrowser } = await import('./browser.mjs');
    const browser = await findBrowser();
    await build('web', 'server');
    await tsx(['bench/web.ts', ...args], { CHROME_PATH: browser });
  },
  async pictures() {
    const { findBrowser } = await import('./browser.mjs');
    const browser = await findBrowser();
    await build('web', 'server');
    await tsx(['e2e/pictures.ts'], { CHROME_PATH: browser });
  },
  async container(args) {
    if (args.length !== 1) throw new SetupError('Use: npm run container -- FOLDER');
    process.exitCode = (await run([process.execPath, 'scripts/container.mjs', ...args])).code;
  },
  async standard(args) {
    if (args.some((word) => word.startsWith('--lives'))) return tsx(['tools/days-standard/compare-lives.ts', ...args]);
    const command = tool('tsx', 'tools/days-standard/main.ts');
    process.exitCode = (await run([process.execPath, 'standard/run.mjs', ...args, '--', ...command])).code;
  },
  messages,
  async check() {
    const { check } = await import('./check.mjs');
    process.exitCode = await check();
  },
  async release(args) {
    const { release } = await import('./release.mjs');
    process.exitCode = await release(args);
  },
  async test(args) {
    const { runTests } = await import('./run-tests.mjs');
    process.exitCode = await runTests(args);
  },
  async 'test:languages'(args) {
    const { testLanguages } = await import('./test-languages.mjs');
    process.exitCode = await testLanguages(args);
  },
  async 'test:nodes'(args) {
    const { testNodes } = await import('./nodes.mjs');
    process.exitCode = await testNodes(args);
  },
};

const [name, ...args] = process.argv.slice(2);
try {
  if (!Object.hasOwn(COMMANDS, name ?? '')) {
    throw new SetupError(`Use: node scripts/setup.mjs <${Object.keys(COMMANDS).join('|')}> [arguments]`);
  }
  stopWithParent();
  await installPackages();
  await (await import('./messages.mjs')).refreshMessages();
  await COMMANDS[name](args);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
