import { parseArgs } from 'node:util';
import { compareLives } from './lives.ts';

/**
 * `npm run standard -- --lives 200 [--seed N]` compares our rules with the tracker in random lives. To repeat a
 * differing life, use its seed and `--lives 1`. Exits with 1 after a difference.
 */
const SEED_MAX = 1_000_000_000;

const options = { lives: { type: 'string' }, seed: { type: 'string' } } as const;
const { values } = parseArgs({ options });
const lives = Number(values.lives);
const seed = values.seed === undefined ? Math.floor(Math.random() * SEED_MAX) : Number(values.seed);
if (!Number.isSafeInteger(lives) || lives < 1 || !Number.isSafeInteger(seed) || seed < 0 || seed > SEED_MAX) {
  process.stderr.write('Use: npm run standard -- --lives 200 [--seed N]\n');
  process.exit(2);
}
const { moments, differences } = compareLives(lives, seed);
for (const { seed: own, moment, lines } of differences) {
  process.stdout.write(`life ${own} at ${moment.ask_at}:\n${lines.map((line) => `  ${line}\n`).join('')}`);
  process.stdout.write(`  ${JSON.stringify(moment)}\n`);
}
process.stdout.write(`lives ${lives}, moments ${moments}, differences ${differences.length}, seed ${seed}\n`);
process.exitCode = differences.length === 0 ? 0 : 1;
