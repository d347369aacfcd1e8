import { dirname, join, normalize } from 'node:path/posix';
import swc, { type BlockStatement, type Expression } from '@swc/core';
import { listBareText } from './bare-text.ts';
import { ROOT } from './processes.ts';
import { lineAt, type Problem, report, type SourceFile, sourceFiles } from './source-files.ts';

/** Checks the structure that imports and names do not show (docs/architecture.md), here or in the given folder. */
const root = process.argv[2] ?? ROOT;
const TEST = /\.test\.tsx?$/;
const files = sourceFiles(root, ['src'], /\.tsx?$/).filter(({ name }) => !TEST.test(name));
const problems: Problem[] = [];
const add = ({ name: file, text }: SourceFile, at: number, message: string) =>
  problems.push({ file, line: lineAt(text, at), message });
const within = (pattern: RegExp) => files.filter(({ name }) => pattern.test(name));

/**
 * The tables that several features write, with the reason. Deleting an account touches every personal table and is left
 * out. The list only shrinks: one feature knows what a table's rows mean.
 */
const WRITERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  users: {
    auth: 'addresses, passwords and suspensions',
    billing: 'the plan that is paid for',
    missions: 'the points that a deletion takes',
    notifications: 'when the bell was read',
    profile: 'what people say of themselves',
    settings: 'the language that they chose',
  },
  members: {
    checkins: 'the total of what was counted, in the statement of a change',
    completion: 'rewards that were earned',
    members: 'who joins, leaves and helps',
    missions: 'the owner of a new mission',
    reminders: 'the words for the moment, and that its question was answered',
  },
  notifications: {
    comments: 'told in the statement of a comment',
    invitations: 'told in the statement of a next round',
    members: 'told in the statement of a nudge',
    missions: 'gone with a deleted mission',
    notifications: 'what was read, and what is old',
    reactions: 'told in the statement of a reaction',
  },
  reminders: {
    checkins: 'answered, in the statement of a check-in',
    members: 'gone with who leaves',
    reminders: 'what was chosen, and what was sent',
  },
  missions: {
    completion: 'that it is completed',
    members: 'who owns it',
    missions: 'what it is',
  },
  api_tokens: { 'api-tokens': 'made and ended', auth: 'ended with a new password' },
  webhooks: { auth: 'removed with a new password', webhooks: 'made and ended' },
  checkin_keys: { 'checkin-keys': 'made and ended', members: 'gone with who leaves' },
};

/** The columns that cache what a life adds up to. Only src/server/life writes them. */
const CACHED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  users: ['streak_days', 'longest_streak', 'streak_last_day', 'rest_days'],
  members: [
    ...['streak_days', 'longest_streak', 'streak_last_day', 'checked_days', 'checked_days_from', 'checkins_count'],
    ...['counted', 'planned', 'rest_days'],
  ],
};

const OUTSIDE_LIFE = /^src\/server\/(?!life\/|schema\/|testing\/)/;
const UPDATE = /\bupdate (users|members)(?: \w+)?\s+set ([^`']*)/g;

/**
 * The tables and columns that lives are read from, besides check-ins and memberships, with the folders that own or
 * delete them.
 */
const DAY_FACTS: Readonly<Record<string, readonly string[]>> = {
  pauses: ['features/streaks', 'features/account'],
  zone_changes: ['services/profile', 'features/account'],
  archived_days: ['features/streaks', 'features/account'],
  archived_asked_days: ['features/streaks', 'features/account'],
  checked_days: [],
};

/** Other files that still read a user's days. The list only shrinks. */
const DAY_READERS: readonly string[] = [
  'src/server/features/checkins/record/read.ts',
  'src/server/features/dashboard/home/queries.ts',
  'src/server/features/insights/figures/queries.ts',
];

/** Requires a unique number for each decision, and a line with number, title and link in the index. */
function checkDecisions() {
  const all = sourceFiles(root, ['docs/decisions'], /\.md$/);
  const index = all.find(({ name }) => name.endsWith('/README.md'))?.text;
  const numbers = new Set<string>();
  for (const file of all.filter(({ name }) => /\/\d{4}-[^/]+$/.test(name))) {
    const [link = '', number = ''] = /(\d{4})-[^/]+$/.exec(file.name) ?? [];
    const title = /^# (\d+)\. (.+)/.exec(file.text);
    if (numbers.has(number) || Number(title?.[1]) !== Number(number)) add(file, 0, 'another decision has this number');
    if (!index?.includes(`[${title?.[1]}. ${title?.[2]}](${link})`)) add(file, 0, 'the index has no line for it');
    numbers.add(number);
  }
}

/** Requires that a route only has the access check, one command or query, and one view. */
function checkRoutes() {
  for (const file of within(/^src\/server\/(?:features|services)\/.*routes\.ts$/))
    for (const { index } of file.text.matchAll(/\.(transact|single)\(/g))
      add(file, index, 'a transaction belongs in a command with the name of its endpoint');
}

const ALIAS = /\btype \w+ = Authorized</g;
const CAST = /\bas [^;,()]*\bAuthorized</g;

/** Requires that only access checks create an `Authorized` value. An alias would hide a cast. */
function checkAccess() {
  for (const file of within(/^src\/server\//)) {
    const isAccess = file.name.endsWith('/access.ts');
    const forbidden = isAccess ? ALIAS : new RegExp(`${ALIAS.source}|${CAST.source}`, 'g');
    for (const { index } of file.text.matchAll(forbidden))
      add(file, index, 'only an access.ts casts to Authorized, and nothing renames it');
  }
}

/** Requires that a row type is a schema, which tests compare with its statement (docs/decisions/0104). */
function checkRowTypes() {
  for (const file of within(/^src\/(?:server|platform)\//))
    for (const { index } of file.text.matchAll(/\.rows<|\b(?:firstRow|onlyRow|firstValue|onlyValue|allValues)</g))
      add(file, index, 'a row type is a schema: `rows(Thing, sql, values)`');
}

/** Requires that a page only composes features: it has no second component. */
function checkPages() {
  for (const file of within(/^src\/web\/pages\/.*\.tsx$/)) {
    const components = [...file.text.matchAll(/^(?:export )?(?:default )?(?:const|function) [A-Z]\w*[a-z]\w*\b/gm)];
    for (const { index } of components.slice(1))
      add(file, index, 'a page has only one component: move the other into a feature');
  }
}

function checkWriters() {
  type Places = Map<string, { file: SourceFile; index: number }>;
  const writers = new Map<string, Places>();
  for (const file of within(/^src\/server\/(?:features|services)\/(?!account\/)/)) {
    const feature = file.name.split('/')[3]!;
    for (const { 1: table = '', index } of file.text.matchAll(
      /\b(?:insert into|update|delete from) ([a-z_]+)(?= |\n)/g,
    )) {
      if (!TABLES.has(table)) continue;
      const places: Places = writers.get(table) ?? new Map();
      if (!places.has(feature)) places.set(feature, { file, index });
      writers.set(table, places);
    }
  }
  for (const [table, places] of writers) {
    const allowed = Object.keys(WRITERS[table] ?? {});
    if (places.size === 1 && allowed.length === 0) continue;
    for (const [feature, { file, index }] of places)
      if (!allowed.includes(feature))
        add(file, index, `"${table}" is written by ${[...places.keys()].join(', ')}: call the feature that owns it`);
    for (const feature of allowed) if (!places.has(feature)) stale(`${feature} no longer writes "${table}"`);
  }
  for (const table of Object.keys(WRITERS)) if (!writers.has(table)) stale(`no feature writes "${table}"`);
}

function checkCachedColumns() {
  for (const file of within(OUTSIDE_LIFE))
    for (const { 1: table = '', 2: set = '', index } of file.text.matchAll(UPDATE))
      for (const column of CACHED_COLUMNS[table] ?? [])
        if (new RegExp(`(?<![.\\w])${column} =`).test(set))
          add(file, index, `only src/server/life writes "${table}.${column}"`);
}

/** Refuses SQL outside of src/server/life that reads what lives are read from. */
function checkDayFacts() {
  const names = Object.keys(DAY_FACTS).join('|');
  const mention = new RegExp(`\\b(?:from|join|into|update) (${names})\\b|(?<=[.(] ?)(checked_days)\\b`, 'g');
  const readers = new Set<string>();
  for (const file of within(OUTSIDE_LIFE))
    for (const { 1: table, 2: column, index } of file.text.matchAll(mention)) {
      const name = table ?? column ?? '';
      if (DAY_FACTS[name]!.some((room) => file.name.startsWith(`src/server/${room}/`))) continue;
      readers.add(file.name);
      if (!DAY_READERS.includes(file.name)) add(file, index, `"${name}" is read in src/server/life: read a life`);
    }
  for (const name of DAY_READERS) if (!readers.has(name)) stale(`${name} no longer reads days in SQL`);
}

/** This script contains the list, so the list can only be wrong in the project. */
function stale(message: string): void {
  if (root === ROOT)
    problems.push({ file: 'scripts/check-house.ts', line: 1, message: `${message}: take it off the list` });
}

const TABLES = new Set(
  within(/^src\/server\/schema\//).flatMap(({ text }) =>
    [...text.matchAll(/pgTable\(\s*'(\w+)'/g)].map(([, name]) => name),
  ),
);

const SQL = /\b(?:select|from|join|where|case when|exists|order by)\b/;
const isSql = (node: Expression | BlockStatement): boolean =>
  (node.type === 'TemplateLiteral' && node.quasis.some(({ raw }) => SQL.test(raw))) ||
  (node.type === 'StringLiteral' && SQL.test(node.value)) ||
  (node.type === 'ArrowFunctionExpression' && isSql(node.body)) ||
  (node.type === 'ParenthesisExpression' && isSql(node.expression));

/** Requires that SQL for several features is a function of src/server/facts. */
function checkSharedSql() {
  for (const file of within(/^src\/server\/(?:features|services)\/(?:.*\/)?public\.ts$/)) {
    const { body } = swc.parseSync(file.text, { syntax: 'typescript', target: 'es2022' });
    for (const item of body)
      if (item.type === 'ExportDeclaration' && item.declaration.type === 'VariableDeclaration')
        for (const { id, init } of item.declaration.declarations)
          if (init && id.type === 'Identifier' && isSql(init))
            add(file, file.text.indexOf(`const ${id.value}`), 'SQL for other features belongs in src/server/facts');
  }
}

/** Requires that the web's data has no components, and that several features use it. */
function checkData() {
  for (const file of within(/^src\/web\/data\/.*\.tsx$/)) add(file, 0, 'the data of the web has no components');
  const users = new Map<string, Set<string>>();
  for (const { name, text } of within(/^src\/web\//))
    for (const [, path = ''] of text.matchAll(/(?:from|import\()\s*'([^']+)'/g)) {
      const target = path.startsWith('#web/') ? path.replace('#web', 'src/web') : normalize(join(dirname(name), path));
      const of: Set<string> = users.get(target) ?? new Set();
      users.set(target, of.add(/^src\/web\/features\/[^/]+/.exec(name)?.[0] ?? 'others'));
    }
  for (const file of within(/^src\/web\/data\//)) {
    const of = [...(users.get(file.name) ?? [])];
    if (of.length === 1 && of[0] !== 'others') add(file, 0, `only ${of[0]} uses it: it belongs there`);
  }
}

/** `lazyPart` reloads the page if a newer build replaced the part; React's `lazy` does not. */
function checkLazyParts() {
  for (const file of within(/^src\/(?:platform\/)?web\//))
    for (const { index } of file.text.matchAll(/\blazy\(/g)) add(file, index, 'a lazy part is a `lazyPart(`');
}

/**
 * A browser that translates the page wraps bare text in elements of its own. React then fails to insert before it or to
 * remove it. React does not draw the API pages in the browser.
 */
function checkBareText() {
  for (const file of within(/^src\/(?:platform\/)?web\/(?!features\/api-docs\/).*\.tsx$/))
    for (const at of listBareText(file.text))
      add(file, at, 'bare text next to conditional content needs its own element');
}

checkDecisions();
checkRoutes();
checkAccess();
checkRowTypes();
checkPages();
checkBareText();
checkLazyParts();
checkWriters();
checkCachedColumns();
checkDayFacts();
checkSharedSql();
checkData();
report(problems, `${files.length} files follow the structure.`);
