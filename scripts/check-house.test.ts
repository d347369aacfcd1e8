import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

async function checkTree(tree: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const root = await mkdtemp(join(tmpdir(), 'emberkin-house-'));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const [name, text] of Object.entries(tree)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
  const script = join(import.meta.dirname, 'check-house.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
  return { code: status, said: stdout + stderr };
}

const SCHEMA = { 'src/server/schema/things.ts': "export const things = pgTable('things', {});" };

it('passes for a correct tree', async () => {
  const tree = {
    ...SCHEMA,
    'docs/decisions/README.md': '- [1. One](0001-one.md)',
    'docs/decisions/0001-one.md': '# 1. One\n',
    'src/server/features/things/routes.ts': 'serve(endpoint, ({ user }) => createThing(db, user));',
    'src/server/features/things/commands.ts': 'db.transact((tx) => tx.rows(`insert into things (id) values ($1)`));',
    'src/server/features/things/access.ts': "return thing as Authorized<Thing, 'owner'>;",
    'src/server/features/things/public.ts': 'export const LIMIT = 3;',
    'src/web/pages/thing.tsx': 'export const Thing = () => <Content />;',
    'src/web/data/thing.ts': 'export const thing = 1;',
    'src/web/features/one/one.ts': "import { thing } from '#web/data/thing.ts';",
    'src/web/features/two/two.ts': "import { thing } from '#web/data/thing.ts';",
  };
  expect(await checkTree(tree)).toEqual({ code: 0, said: '9 files follow the structure.\n' });
});

it.each([
  [
    'a decision without its line',
    { 'docs/decisions/README.md': '- [1. Two](0001-one.md)', 'docs/decisions/0001-one.md': '# 1. One\n' },
    '0001-one.md:1 the index has no line for it',
  ],
  [
    'a decision with the number of another',
    { 'docs/decisions/0001-one.md': '# 1. One\n', 'docs/decisions/0001-two.md': '# 1. Two\n' },
    '0001-two.md:1 another decision has this number',
  ],
  [
    'a transaction in a route',
    { 'src/server/features/things/routes.ts': 'serve(endpoint, () => db.transact((tx) => tx.rows(SQL)));' },
    'routes.ts:1 a transaction belongs in a command',
  ],
  [
    'a cast outside of an access.ts',
    { 'src/server/features/things/commands.ts': "const mine = thing as Authorized<Thing, 'owner'>;" },
    'commands.ts:1 only an access.ts casts to Authorized',
  ],
  [
    'a row type without a schema',
    { 'src/server/features/things/queries.ts': 'db.rows<Thing>(SQL);' },
    'queries.ts:1 a row type is a schema',
  ],
  [
    'a value type without a schema',
    { 'src/platform/jobs/things.ts': 'const count = await onlyValue<number>(db, SQL);' },
    'things.ts:1 a row type is a schema',
  ],
  [
    'another name for Authorized',
    { 'src/server/features/things/access.ts': "export type OwnThing = Authorized<Thing, 'owner'>;" },
    'access.ts:1 only an access.ts casts to Authorized',
  ],
  [
    'a second component in a page',
    { 'src/web/pages/thing.tsx': 'const Part = () => <p />;\nexport const Thing = () => <Part />;' },
    'thing.tsx:2 a page has only one component',
  ],
  [
    'a part that React loads',
    { 'src/web/features/one/public.ts': "export const Part = lazy(() => import('./part.tsx'));" },
    'public.ts:1 a lazy part is a `lazyPart(`',
  ],
  [
    'bare text before which an element comes and goes',
    {
      'src/platform/web/kit/note.tsx':
        "const Note = () => (\n  <p>\n    {busy && <Icon />}\n    {t('a.b')}\n  </p>\n);",
    },
    'note.tsx:2 bare text next to conditional content',
  ],
  [
    'bare text that comes and goes in a fragment',
    {
      'src/platform/web/kit/note.tsx':
        "const Note = () => (\n  <>\n    <Icon />\n    {busy ? t('a.b') : null}\n  </>\n);",
    },
    'note.tsx:2 bare text next to conditional content',
  ],
  [
    'bare text before which elements replace each other',
    { 'src/platform/web/kit/note.tsx': 'const Note = () => <p>{busy ? <Icon /> : <Flame />}{cardLine(t)}</p>;' },
    'note.tsx:1 bare text next to conditional content',
  ],
  [
    'bare text that an element replaces beside another',
    { 'src/platform/web/kit/note.tsx': "const Note = () => <p><Icon />{busy ? <b>now</b> : t('a.b')}</p>;" },
    'note.tsx:1 bare text next to conditional content',
  ],
  [
    'a table that two features write',
    {
      ...SCHEMA,
      'src/server/features/things/queries.ts': 'const A = `insert into things (id) values ($1)`;',
      'src/server/features/others/queries.ts': 'const B = `update things set id = $1`;',
    },
    '"things" is written by others, things',
  ],
  [
    'a cached column that a feature writes',
    {
      'src/server/features/things/queries.ts':
        'const A = `update members mb set cue = $1, streak_days = 3\n  where mb.rest_days = $2`;',
    },
    'queries.ts:1 only src/server/life writes "members.streak_days"',
  ],
  [
    'breaks that another feature reads',
    { 'src/server/features/things/queries.ts': 'const A = `select 1\n from pauses p where p.user_id = $1`;' },
    'queries.ts:2 "pauses" is read in src/server/life',
  ],
  [
    'the set of checked days that a feature reads',
    { 'src/server/features/things/queries.ts': 'const A = `select mb.checked_days from members mb`;' },
    'queries.ts:1 "checked_days" is read in src/server/life',
  ],
  [
    'SQL behind a door',
    {
      'src/server/features/things/public.ts':
        'export const OPEN = (thing: string) => `$' + '{thing}.id in (select 1)`;',
    },
    'public.ts:1 SQL for other features belongs in src/server/facts',
  ],
  [
    'a component in the data of the web',
    { 'src/web/data/thing.tsx': 'export const Thing = () => <p />;' },
    'thing.tsx:1 the data of the web has no components',
  ],
  [
    'data that one feature alone uses',
    {
      'src/web/data/thing.ts': 'export const thing = 1;',
      'src/web/features/one/one.ts': "import { thing } from '#web/data/thing.ts';",
    },
    'thing.ts:1 only src/web/features/one uses it',
  ],
])('finds %s', async (_, tree, said) => {
  const answer = await checkTree(tree);
  expect(answer.said).toContain(said);
  expect(answer.code).toBe(1);
});
