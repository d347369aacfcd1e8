import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.ts';
import { startPaymentsSandbox } from './payments-sandbox.ts';
import { type Command, ROOT, run, SetupError } from './processes.ts';

/** Runs the built program in this process, so that signals reach it directly. */
async function become(program: string, args: readonly string[]): Promise<void> {
  const file = join(ROOT, 'dist/server', program);
  process.argv = [process.execPath, file, ...args];
  await import(pathToFileURL(file).href);
}

async function messages(args: readonly string[]): Promise<void> {
  if (args.length > 0) throw new SetupError('Use: npm run messages');
  const { generateMessages } = await import('./messages.ts');
  for (const { tag, name, share, missing } of await generateMessages()) {
    const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories.join(' ');
    console.log(`${tag.padEnd(8)} ${name}: ${share}%, ${missing.length} missing; plurals: ${forms}`);
  }
}

/** Runs a TypeScript program of the project. Node removes the types itself. */
const runProgram = async (args: readonly string[], env: Record<string, string> = {}): Promise<void> => {
  process.exitCode = (await run([process.execPath, ...args], { stdin: 'inherit', env })).code;
};

export const COMMANDS: Readonly<Record<string, (args: string[]) => Promise<void>>> = {
  async build() {
    await build('web', 'server');
    await become('link-libraries.js', []);
  },
  async start(args) {
    await build('web', 'server');
    Object.assign(process.env, await startPaymentsSandbox());
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
  dev: async (args) => runProgram(['tools/dev.ts', ...args], await startPaymentsSandbox()),
  bench: (args) => runProgram(['bench/run.ts', ...args]),
  async 'bench:web'(args) {
    const { findBrowser } = await import('./browser.ts');
    const browser = await findBrowser();
    await build('web', 'server');
    await runProgram(['bench/web.ts', ...args], { CHROME_PATH: browser });
  },
  async pictures() {
    const { findBrowser } = await import('./browser.ts');
    const browser = await findBrowser();
    await build('web', 'server');
    await runProgram(['e2e/pictures.ts'], { CHROME_PATH: browser });
  },
  async standard(args) {
    if (args.some((word) => word.startsWith('--lives')))
      return runProgram(['tools/days-standard/compare-lives.ts', ...args]);
    if (args.includes('--mutants')) return runProgram(['tools/days-standard/run-mutants.ts', ...args]);
    const command: Command = [process.execPath, 'tools/days-standard/main.ts'];
    process.exitCode = (await run([process.execPath, 'standard/run.mjs', ...args, '--', ...command])).code;
  },
  messages,
  async check() {
    const { check } = await import('./check.ts');
    process.exitCode = await check();
  },
  async release(args) {
    const { release } = await import('./release.ts');
    process.exitCode = await release(args);
  },
  async test(args) {
    const { runTests } = await import('./run-tests.ts');
    process.exitCode = await runTests(args);
  },
  async 'test:languages'(args) {
    const { testLanguages } = await import('./test-languages.ts');
    process.exitCode = await testLanguages(args);
  },
};
