/**
 * `npm run release -- 1.2.3` makes a release of the committed files. `-- --verify v1.2.3` compares a tag with the files
 * (CONTRIBUTING.md, "Make a release"). It publishes and commits nothing. If a step fails, it restores the files.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as processes from './processes.ts';
import {
  CHANGELOG,
  compareVersions,
  isVersion,
  newestRelease,
  releaseProblems,
  VERSIONED_FILES,
  versionOf,
  whyNotReady,
  withRelease,
  withVersion,
} from './release-state.ts';

const BACKUPS = 'src/platform/backup/fixtures';
const DOCUMENT = 'src/platform/http/fixtures/openapi.json';

type Step = readonly [name: string, command: processes.Command];

interface Surroundings {
  readonly root: string;
  readonly run: (command: processes.Command, options: { cwd: string }) => Promise<{ code: number }>;
  readonly say: (line: string) => void;
  readonly now: () => Date;
}

const setup = (...args: string[]): processes.Command => [process.execPath, 'scripts/setup.mjs', ...args];

/**
 * Conditions before a file changes. The tests compare with the previous release's document, which this release
 * replaces.
 */
const BEFORE = (): Step[] => [
  ['The comparison with the published document', setup('test', 'unit', 'src/platform/http/published.test.ts')],
  ['The texts of every language', [process.execPath, 'scripts/check-messages.ts', '--complete']],
];

/** Generates files with the new version, then runs all checks of a change. */
const AFTER = (): Step[] => [
  ['Writing the published document', [process.execPath, 'tools/published-document/main.ts']],
  ['Writing the stored backup', [process.execPath, 'tools/stored-backup/main.ts']],
  ['The check', setup('check')],
  ['The tests', setup('test')],
  ['The walk through every language', setup('test:languages')],
];

/** Returns why this version cannot be released, or null. */
function whyNot(root: string, version: string): string | null {
  const present = versionOf(root);
  if (!isVersion(version)) return `"${version}" is not a version such as 1.2.3 or 1.2.3-rc.1.`;
  if (compareVersions(version, present) <= 0) return `${version} is not newer than ${present}, the current version.`;
  if (execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }) !== '')
    return 'Commit all changes first: a release contains only what is committed.';
  return whyNotReady(root);
}

/** Lists the stored backups of this version's pre-releases, which the release's backup replaces. */
const backupsOfPreReleases = (root: string, version: string) =>
  existsSync(join(root, BACKUPS))
    ? readdirSync(join(root, BACKUPS)).filter((name) => name.startsWith(`${version}-`) && name.endsWith('.zip'))
    : [];

/** Remembers files, existing or not, and returns a function that restores them. */
function remember(root: string, files: readonly string[]): () => void {
  const contents = files.map((file) => {
    const path = join(root, file);
    return { path, content: existsSync(path) ? readFileSync(path) : null };
  });
  return () => {
    for (const { path, content } of contents)
      if (content === null) rmSync(path, { force: true });
      else writeFileSync(path, content);
  };
}

async function firstFailure(root: string, run: Surroundings['run'], steps: readonly Step[]): Promise<string | null> {
  for (const [name, command] of steps) if ((await run(command, { cwd: root })).code !== 0) return name;
  return null;
}

async function makeRelease(version: string, { root, run, say, now }: Surroundings): Promise<0 | 1> {
  const reason = whyNot(root, version);
  if (reason !== null) {
    say(reason);
    return 1;
  }
  const failedBefore = await firstFailure(root, run, BEFORE());
  if (failedBefore !== null) {
    say(`${failedBefore} failed. Nothing was changed.`);
    return 1;
  }
  const old = backupsOfPreReleases(root, version).map((name) => `${BACKUPS}/${name}`);
  const restore = remember(root, [...VERSIONED_FILES, DOCUMENT, `${BACKUPS}/${version}.zip`, ...old]);
  // A signal ends the running step and then this process (processes.ts), so nothing else restores the files.
  process.once('exit', restore);
  let failed: string | null = 'The release';
  try {
    const changelog = withRelease(root, version, now().toISOString().slice(0, 10));
    for (const [file, text] of withVersion(root, version)) writeFileSync(join(root, file), text);
    writeFileSync(join(root, CHANGELOG), changelog);
    for (const file of old) rmSync(join(root, file));
    failed = await firstFailure(root, run, AFTER());
  } finally {
    process.off('exit', restore);
    if (failed !== null) restore();
  }
  if (failed !== null) {
    say(`${failed} failed. All files were restored.`);
    return 1;
  }
  say(`${version} is ready. To commit, tag and publish it:
  git add --all && git commit --message "Release ${version}"
  git tag --annotate v${version} --message "Emberkin ${version}"
  git push origin HEAD v${version}`);
  return 0;
}

function verify(tag: string, { root, say }: Pick<Surroundings, 'root' | 'say'>): 0 | 1 {
  const version = versionOf(root);
  const problems = releaseProblems(root).map(({ file, line, message }) => `${file}:${line} ${message}`);
  if (newestRelease(root) === undefined) problems.push(`${CHANGELOG} has no release yet.`);
  if (tag !== `v${version}`) problems.push(`The tag ${tag} is not v${version}, of the version in package.json.`);
  for (const problem of problems) say(problem);
  if (problems.length === 0) say(`${tag} matches these files.`);
  return problems.length === 0 ? 0 : 1;
}

/** Makes or verifies a release by the command line's arguments. Returns the exit code. */
export async function release(
  args: readonly string[],
  { root = processes.ROOT, run = processes.run, say = console.log, now = () => new Date() }: Partial<Surroundings> = {},
): Promise<0 | 1> {
  const [first, tag] = args;
  if (args.length === 2 && first === '--verify' && tag !== undefined) return verify(tag, { root, say });
  if (args.length === 1 && first !== undefined && !first.startsWith('-'))
    return makeRelease(first, { root, run, say, now });
  say('Use: npm run release -- 1.2.3, or npm run release -- --verify v1.2.3');
  return 1;
}
