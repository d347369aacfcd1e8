import { ROOT } from './processes.ts';
import { lineAt, type Problem, report, sourceFiles, tableBelow } from './source-files.ts';

/** Checks the names of files and folders by docs/glossary.md, here or in the given folder. */
const root = process.argv[2] ?? ROOT;
const GLOSSARY = 'docs/glossary.md';
const glossary = sourceFiles(root, ['docs'], /^docs\/glossary\.md$/)[0]!.text;
const problems: Problem[] = [];
const add = (file: string, line: number, message: string) => problems.push({ file, line, message });

/** Files of contract and schema that belong to no feature, or are the second one of a large feature. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  contract: [
    'admin-accounts',
    'admin-reports',
    'api',
    'api-token-scopes',
    'dashboard-life',
    'version',
    'describe',
    'side-browser',
    'side-server',
    'endpoint',
    'errors',
    'examples',
    'fields',
    'live',
    'missions-join',
    'missions-own-habit',
    'missions-quilt',
    'register',
    'webhooks-events',
  ],
  schema: ['columns', 'jobs'],
};
/**
 * A file of a server feature or of its subfolder: its kind, or a step of an act. The payments adapter has its own
 * names.
 */
const KIND =
  /^(payments\/[a-z-]+|([a-z-]+\/)?(public|access|routes|commands|queries|view|jobs|mails|read|decide|write))\.ts$/;
const TEST = /\.test\.tsx?$/;

const files = sourceFiles(root, ['src', 'e2e', 'bench', 'tools'], /\.tsx?$/);

function checkKinds(): void {
  for (const { name } of files) {
    const inside = /^src\/server\/(?:features|services)\/[^/]+\/(.+)$/.exec(name)?.[1];
    if (!inside || TEST.test(inside) || KIND.test(inside)) continue;
    add(
      name,
      1,
      'name it by its kind, alone or in a room: public, access, routes, commands, queries, view, jobs, mails, or read, decide, write (docs/architecture.md)',
    );
  }
}

/** Compares each layer with the table of folders, in both directions. */
function checkFolders(): void {
  const floors = {
    contract: /^src\/contract\/([^/]+)\.ts$/,
    schema: /^src\/server\/schema\/([^/]+)\.ts$/,
    server: /^src\/server\/(?:features|services)\/([^/]+)\//,
    web: /^src\/web\/features\/([^/]+)\//,
  };
  const rows = tableBelow(glossary, '## Folders');
  for (const [at, [floor, pattern]] of Object.entries(floors).entries()) {
    const listed = new Set(rows.filter((row) => row[at + 1] === 'yes').map(([folder]) => folder));
    const found = new Map<string, string>();
    for (const { name } of files) {
      const folder = TEST.test(name) && at < 2 ? undefined : pattern.exec(name)?.[1];
      if (folder && !SHARED[floor]?.includes(folder)) found.set(folder, name);
    }
    for (const [folder, name] of found)
      if (!listed.has(folder)) add(name, 1, `${GLOSSARY} has no ${floor} for "${folder}": use a name of its Folders`);
    const line = (folder: string) => lineAt(glossary, glossary.indexOf(`\n| ${folder} |`) + 1);
    for (const folder of listed)
      if (folder !== undefined && !found.has(folder))
        add(GLOSSARY, line(folder), `there is no ${floor} for "${folder}"`);
  }
}

checkKinds();
checkFolders();
report(problems, `${files.length} files: their names and folders follow the glossary.`);
