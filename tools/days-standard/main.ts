import { createInterface } from 'node:readline';
import type { Case } from './cases.ts';
import { liveCase } from './life.ts';

/** Runs cases of the days standard with our rules. Reads one per line and writes one result per line. */
for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(liveCase(JSON.parse(line) as Case))}\n`);
