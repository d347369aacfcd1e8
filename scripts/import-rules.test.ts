import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize, relative } from 'node:path';
import type { ICruiseResult } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT, run, tool } from './processes.ts';

const FORBIDDEN = [
  ['platform/http/a.ts', 'domain/a.ts'],
  ['platform/http/b.ts', 'contract/a.ts'],
  ['platform/http/c.ts', 'messages/generated/a.ts'],
  ['platform/jobs/a.ts', 'server/services/auth/public.ts'],
  ['platform/jobs/b.ts', 'server/features/missions/public.ts'],
  ['platform/db/a.ts', 'server/schema/a.ts'],
  ['platform/start/a.ts', 'server/app/a.ts'],
  ['platform/lib/b.ts', 'platform/http/z.ts'],
  ['platform/i18n/b.ts', 'platform/http/z.ts'],
  ['platform/contract/b.ts', 'platform/http/z.ts'],
  ['platform/http/d.ts', 'platform/web/kit/a.tsx'],
  ['platform/web/lib/b.ts', 'platform/http/z.ts'],
  ['platform/web/kit/b.tsx', 'web/drawings/a.tsx'],
  ['platform/web/live/b.ts', 'contract/a.ts'],
  ['domain/b.ts', 'contract/a.ts'],
  ['domain/c.ts', 'platform/http/z.ts'],
  ['domain/d.ts', 'messages/generated/a.ts'],
  ['messages/b.ts', 'domain/a.ts'],
  ['contract/b.ts', 'server/facts/a.ts'],
  ['contract/c.ts', 'web/data/a.ts'],
  ['contract/d.ts', 'platform/http/z.ts'],
  ['server/schema/b.ts', 'platform/http/z.ts'],
  ['server/facts/b.ts', 'server/services/auth/public.ts'],
  ['server/mails/b.ts', 'server/facts/a.ts'],
  ['server/services/auth/queries.ts', 'server/features/missions/public.ts'],
  ['server/services/profile/queries.ts', 'server/services/auth/public.ts'],
  ['server/services/profile/commands.ts', 'server/features/streaks/public.ts'],
  ['server/life/read.ts', 'server/facts/a.ts'],
  ['server/features/missions/queries.ts', 'server/app/a.ts'],
  ['server/features/missions/view.ts', 'server/features/checkins/public.ts'],
  ['server/features/checkins/view.ts', 'server/features/missions/jobs.ts'],
  ['server/features/checkins/jobs.ts', 'server/services/auth/commands.ts'],
  ['server/features/unknown/view.ts', 'domain/a.ts'],
  ['server/app/app.ts', 'server/programs/a.ts'],
  ['server/features/dashboard/view.ts', 'web/data/a.ts'],
  ['web/data/b.ts', 'server/facts/a.ts'],
  ['web/data/c.ts', 'web/features/missions/public.ts'],
  ['web/features/missions/b.ts', 'platform/http/z.ts'],
  ['web/drawings/b.tsx', 'contract/a.ts'],
  ['server/features/missions/mails.ts', 'platform/backup/a.ts'],
  ['server/programs/b.ts', 'web/data/a.ts'],
  ['server/facts/b.test.ts', 'web/data/a.ts'],
  ['platform/http/f.ts', '../tools/a.ts'],
] as const;

const WITHOUT_NODE = ['domain/f.ts', 'contract/f.ts', 'messages/f.ts', 'platform/lib/f.ts', 'platform/web/lib/f.ts'];

const ALLOWED = [
  ['platform/http/e.ts', 'platform/lib/a.ts'],
  ['platform/web/lib/c.ts', 'platform/contract/a.ts'],
  ['domain/e.ts', 'platform/lib/a.ts'],
  ['contract/e.ts', 'domain/a.ts'],
  ['messages/c.ts', 'platform/i18n/a.ts'],
  ['server/facts/c.ts', 'server/schema/a.ts'],
  ['server/services/auth/view.ts', 'platform/http/z.ts'],
  ['server/features/checkins/commands.ts', 'server/features/missions/access.ts'],
  ['server/features/missions/commands.ts', 'server/services/auth/public.ts'],
  ['server/app/compose.ts', 'server/features/missions/jobs.ts'],
  ['web/features/missions/c.ts', 'platform/web/kit/a.tsx'],
  ['web/data/d.ts', 'contract/a.ts'],
] as const;

const edges = [...FORBIDDEN, ...ALLOWED];
let root: string;
let refused: Set<string>;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'emberkin-rules-'));
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(root, 'src', name)), { recursive: true });
    writeFileSync(join(root, 'src', name), text);
  };
  for (const [, to] of edges) write(to, 'export const value = 1;\n');
  for (const [from, to] of edges) {
    const path = relative(dirname(from), to);
    write(from, `import { value } from '${path.startsWith('.') ? path : `./${path}`}';\nexport const other = value;\n`);
  }
  for (const from of WITHOUT_NODE)
    write(from, "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\n");
  const rules = join(ROOT, '.dependency-cruiser.cjs');
  const command = tool('depcruise', 'src', '--config', rules, '--output-type', 'json');
  const { text } = await run(command, { quiet: true, cwd: root });
  const { summary, modules } = JSON.parse(text) as ICruiseResult;
  const files = modules.filter(({ coreModule }) => !coreModule);
  expect(files).toHaveLength(new Set([...edges.flat(), ...WITHOUT_NODE]).size);
  refused = new Set(summary.violations.map(({ from, to }) => `${from} ${to}`));
}, 60_000);
afterAll(() => rmSync(root, { recursive: true }));

describe('the rules of imports', () => {
  it.each(FORBIDDEN)('forbid %s to import %s', (from, to) =>
    expect(refused).toContain(`src/${from} ${normalize(`src/${to}`)}`),
  );
  it.each(WITHOUT_NODE)('forbid %s to import a Node module', (from) => expect(refused).toContain(`src/${from} fs`));
  it.each(ALLOWED)('allow %s to import %s', (from, to) => expect(refused).not.toContain(`src/${from} src/${to}`));
});
