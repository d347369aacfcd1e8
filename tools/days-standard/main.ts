import { createInterface } from 'node:readline';
import type { Case } from './cases.ts';
import { liveCase } from './life.ts';

/** Answers the cases of the days standard by our own rules: reads one a line and writes an answer a line. */
for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(liveCase(JSON.parse(line) as Case))}\n`);
