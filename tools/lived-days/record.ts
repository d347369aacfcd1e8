import { run, tool } from '../../scripts/processes.ts';

/** `node tools/lived-days/record.ts` lives all seeds and writes golden.json.br from the current screens. */
const { code } = await run(tool('vitest', 'run', 'tools/lived-days/golden.test.ts'), {
  env: { LIVED_DAYS: 'record' },
});
process.exitCode = code;
