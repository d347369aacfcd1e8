import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { Command } from './processes.ts';
import { release } from './release.ts';
import { withVersion } from './release-state.ts';

const ROOT = join(import.meta.dirname, '..');
const DOCUMENT = 'src/platform/http/fixtures/openapi.json';
const BACKUPS = 'src/platform/backup/fixtures';
const VERSIONED = ['package.json', 'package-lock.json', 'compose.yaml', 'deploy/kubernetes.yaml', 'docs/hosting.md'];

const OPERATOR = '### What an operator must do\n\n';
const NEWS = '### Added\n\n- A bell that rings.\n\n';
const CHANGELOG = `# Changelog\n
## [Unreleased]\n\n${NEWS}${OPERATOR}Set BELL.\n
## [2.3.0] - 2027-01-31\n\n${NEWS}${OPERATOR}Nothing.\n`;

const git = (root: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
    cwd: root,
    encoding: 'utf8',
  });

async function cloneProject(changelog = CHANGELOG): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'emberkin-release-'));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const name of VERSIONED) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await cp(join(ROOT, name), join(root, name));
  }
  for (const [name, text] of withVersion(root, '2.3.0')) await writeFile(join(root, name), text);
  await writeFile(join(root, 'CHANGELOG.md'), changelog);
  for (const [name, text] of [
    [DOCUMENT, 'of 2.3.0'],
    [`${BACKUPS}/2.3.0.zip`, 'of 2.3.0'],
    [`${BACKUPS}/2.4.0-rc.1.zip`, 'of 2.4.0-rc.1'],
  ] as const) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
  git(root, 'init', '--quiet');
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message', 'Everything');
  return root;
}

const isClean = (root: string) => git(root, 'status', '--porcelain') === '';

async function runRelease(root: string, args: string[], failing = '') {
  const said: string[] = [];
  const steps: string[] = [];
  const run = async (command: Command) => {
    // The program that runs a script is a path of this machine.
    const step = command
      .slice(1)
      .filter((part) => !part.includes('/node_modules/'))
      .join(' ');
    steps.push(step);
    if (step.includes('published-document')) await writeFile(join(root, DOCUMENT), 'of the new version');
    if (step.includes('stored-backup')) {
      const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
      await writeFile(join(root, BACKUPS, `${version}.zip`), 'of the new version');
    }
    return { code: failing !== '' && step.includes(failing) ? 1 : 0, text: '' };
  };
  const now = () => new Date('2027-02-03T23:59:00Z');
  const code = await release(args, { root, run, now, say: (line) => void said.push(line) });
  return { code, said: said.join('\n'), steps };
}

it('writes version and day everywhere, and the files that later releases are compared with', async () => {
  const root = await cloneProject();
  const { code, said, steps } = await runRelease(root, ['2.4.0']);
  expect([code, steps]).toEqual([
    0,
    [
      'scripts/setup.mjs test unit src/platform/http/published.test.ts',
      'scripts/check-messages.ts --complete',
      'tools/published-document/main.ts',
      'tools/stored-backup/main.ts',
      'scripts/setup.mjs check',
      'scripts/setup.mjs test',
      'scripts/setup.mjs test:languages',
    ],
  ]);
  for (const name of VERSIONED) {
    const text = await readFile(join(root, name), 'utf8');
    expect([name, text.includes('2.4.0'), /emberkin\S*2\.3\.0/.test(text)]).toEqual([name, true, false]);
  }
  expect(await readFile(join(root, 'CHANGELOG.md'), 'utf8')).toBe(
    CHANGELOG.replace('## [Unreleased]\n', `## [Unreleased]\n\n${OPERATOR}Nothing.\n\n## [2.4.0] - 2027-02-03\n`),
  );
  expect(await readFile(join(root, DOCUMENT), 'utf8')).toBe('of the new version');
  expect((await readdir(join(root, BACKUPS))).sort()).toEqual(['2.3.0.zip', '2.4.0.zip']);
  expect(said).toContain('git add --all && git commit --message "Release 2.4.0"');
  expect(said).toContain('git tag --annotate v2.4.0 --message "Emberkin 2.4.0"');
  // The owner commits and tags.
  expect([git(root, 'log', '--format=%s'), git(root, 'tag')]).toEqual(['Everything\n', '']);
  expect(await runRelease(root, ['--verify', 'v2.4.0'])).toMatchObject({
    code: 0,
    said: 'v2.4.0 matches these files.',
  });
});

it.each([
  ['2.4', '"2.4" is not a version such as 1.2.3 or 1.2.3-rc.1.'],
  ['v2.4.0', '"v2.4.0" is not a version such as 1.2.3 or 1.2.3-rc.1.'],
  ['2.3.0', '2.3.0 is not newer than 2.3.0, the current version.'],
  ['2.3.0-rc.1', '2.3.0-rc.1 is not newer than 2.3.0, the current version.'],
  ['1.9.9', '1.9.9 is not newer than 2.3.0, the current version.'],
])('refuses the version %s after 2.3.0', async (version, said) => {
  const root = await cloneProject();
  expect(await runRelease(root, [version])).toEqual({ code: 1, said, steps: [] });
  expect(isClean(root)).toBe(true);
});

it.each([
  ['anything', CHANGELOG.replace(NEWS, ''), 'CHANGELOG.md has nothing under "## [Unreleased]".'],
  ['a word', CHANGELOG.replace('- A bell that rings.\n', ''), 'CHANGELOG.md has nothing under "## [Unreleased]".'],
  ['its heading', CHANGELOG.replace('[Unreleased]', '[Next]'), 'CHANGELOG.md has nothing under "## [Unreleased]".'],
  [
    "the operator's part",
    CHANGELOG.replace(`${OPERATOR}Set BELL.\n`, ''),
    'CHANGELOG.md has no "### What an operator must do" under "## [Unreleased]", be it "Nothing."',
  ],
])('refuses a changelog without %s under Unreleased', async (_, changelog, said) => {
  const root = await cloneProject(changelog);
  expect(await runRelease(root, ['2.4.0'])).toEqual({ code: 1, said, steps: [] });
});

it('refuses a tree with changes and keeps them', async () => {
  const root = await cloneProject();
  await writeFile(join(root, 'notes.txt'), 'mine');
  const said = 'Commit all changes first: a release contains only what is committed.';
  expect(await runRelease(root, ['2.4.0'])).toEqual({ code: 1, said, steps: [] });
  expect(await readFile(join(root, 'notes.txt'), 'utf8')).toBe('mine');
});

it.each([
  ['published.test', 'The comparison with the published document failed. Nothing was changed.'],
  ['published-document', 'Writing the published document failed. All files were restored.'],
  ['stored-backup', 'Writing the stored backup failed. All files were restored.'],
  ['setup.mjs check', 'The check failed. All files were restored.'],
  ['setup.mjs test', 'failed.'],
  ['test:languages', 'The walk through every language failed. All files were restored.'],
])('restores all files after the failure of %s', async (failing, said) => {
  const root = await cloneProject();
  const answer = await runRelease(root, ['2.4.0'], failing);
  expect(answer.code).toBe(1);
  expect(answer.said).toContain(said);
  expect(isClean(root)).toBe(true);
});

it.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM'] as const)(
  'restores its own changes after %s and leaves other files',
  async (signal) => {
    const root = await cloneProject();
    const scripts = JSON.stringify(import.meta.dirname);
    // The check of this release runs until it is stopped; all other steps finish immediately.
    const program = `
      const { release } = await import(${scripts} + '/release.ts');
      const { run } = await import(${scripts} + '/processes.ts');
      const hang = [process.execPath, '-e', "console.log('checking'); setInterval(() => {}, 1000)"];
      const done = Promise.resolve({ code: 0, text: '' });
      const step = (command) => (command.at(-1) === 'check' ? run(hang) : done);
      process.exitCode = await release(['2.4.0'], { root: ${JSON.stringify(root)}, run: step });`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    while (!said.includes('checking')) {
      expect(child.exitCode).toBeNull();
      await wait(20);
    }
    expect(isClean(root)).toBe(false);
    await writeFile(join(root, 'notes.txt'), 'mine');
    child.kill(signal);
    expect(await ended).toEqual([signal === 'SIGINT' ? 130 : 143, null]);
    expect(git(root, 'status', '--porcelain')).toBe('?? notes.txt\n');
  },
);

it.each([
  ['v2.3.1', 'The tag v2.3.1 is not v2.3.0, of the version in package.json.'],
  ['2.3.0', 'The tag 2.3.0 is not v2.3.0, of the version in package.json.'],
])('refuses the tag %s for the files of 2.3.0', async (tag, said) => {
  const root = await cloneProject();
  expect(await runRelease(root, ['--verify', 'v2.3.0'])).toMatchObject({ code: 0 });
  expect(await runRelease(root, ['--verify', tag])).toEqual({ code: 1, said, steps: [] });
});

it('refuses a tag if files name several versions or the changelog has no release', async () => {
  const root = await cloneProject(CHANGELOG.slice(0, CHANGELOG.indexOf('## [2.3.0]')));
  const compose = join(root, 'compose.yaml');
  await writeFile(compose, (await readFile(compose, 'utf8')).replace('2.3.0', '2.2.0'));
  const { code, said } = await runRelease(root, ['--verify', 'v2.3.0']);
  expect([code, said]).toEqual([1, expect.stringContaining('2.2.0 is not 2.3.0, as package.json says')]);
  expect(said).toContain('CHANGELOG.md has no release yet.');
});

it('prints its usage without a version', async () => {
  for (const args of [[], ['--verify'], ['2.4.0', 'now']])
    expect(await runRelease(ROOT, args)).toMatchObject({
      code: 1,
      said: expect.stringContaining('Use: npm run release'),
    });
});

it.skipIf(process.platform === 'win32').each([
  ['v1.2.3', ['1.2.3', '1.2', '1', 'latest']],
  ['v1.3.0-rc.1', ['1.3.0-rc.1']],
])('publishes %s from the workflow under its tags', async (TAG, tags) => {
  const folder = await mkdtemp(join(tmpdir(), 'emberkin-workflow-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'docker'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
  const workflow = await readFile(join(ROOT, '.github/workflows/release.yml'), 'utf8');
  const [, build] = workflow.split('- name: Build and publish\n        run: |\n');
  const IMAGE = 'registry.example.com/somebody/emberkin';
  const env = { PATH: `${folder}:${process.env.PATH}`, IMAGE, TAG };
  const { status, stdout } = spawnSync('sh', ['-e', '-c', build!], { env, encoding: 'utf8' });
  const named = stdout.split('\n').filter((line) => line.startsWith(IMAGE));
  expect([status, named]).toEqual([0, tags.map((tag) => `${IMAGE}:${tag}`)]);
});
