import { type Command, run, since, tool } from './processes.ts';

const AT_ONCE = 2;

/** Two run at a time in this order. They are independent, so all run even if one fails. */
const CHECKS: readonly { name: string; command: () => Command; prints?: boolean }[] = [
  { name: 'biome ci .', command: () => tool('biome', 'ci', '--colors=off', '.') },
  ...['shared', 'server', 'web', 'sw', 'e2e'].map((part) => ({
    name: `tsc -p tsconfig.${part}.json`,
    command: () => tool('tsc', '-p', `tsconfig.${part}.json`),
  })),
  { name: 'import rules', command: () => [process.execPath, 'scripts/import-rules.ts'] },
  {
    name: 'documents',
    // The links refer to files of this folder, so the plugin needs no repository.
    command: () => {
      const output = ['--no-color', '--quiet', '--frail'];
      return tool(
        'remark',
        ...output,
        '--ignore-path',
        '.gitignore',
        '--use',
        'remark-validate-links=repository:false',
        '.',
      );
    },
  },
  { name: 'names', command: () => [process.execPath, 'scripts/check-names.ts'] },
  // It counts the words that are left to clean.
  { name: 'words', command: () => [process.execPath, 'scripts/check-words.ts'], prints: true },
  { name: 'house', command: () => [process.execPath, 'scripts/check-house.ts'] },
  { name: 'screens', command: () => [process.execPath, 'scripts/check-screens.ts'] },
  { name: 'release', command: () => [process.execPath, 'scripts/check-release.ts'] },
  // It lists missing texts of a language, which are not faults.
  { name: 'messages', command: () => [process.execPath, 'scripts/check-messages.ts'], prints: true },
  { name: 'document of the API', command: () => [process.execPath, 'tools/lint-document.ts'] },
  { name: 'settings', command: () => [process.execPath, 'scripts/check-settings.ts'] },
  { name: 'knip', command: () => tool('knip') },
];

/** Runs every check, and prints the results and the output of failed checks. Returns the exit code. */
export async function check(): Promise<number> {
  const start = performance.now();
  const waiting = [...CHECKS];
  let failed = 0;
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const begun = performance.now();
      const { code, text } = await run(next.command(), { quiet: true });
      console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${since(begun).padStart(7)}  ${next.name}`);
      if (code !== 0) failed += 1;
      if (code !== 0 || next.prints) console.log(text.trim());
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  console.log(failed === 0 ? `All checks passed (${since(start)}).` : `${failed} of ${CHECKS.length} checks failed.`);
  return failed === 0 ? 0 : 1;
}
