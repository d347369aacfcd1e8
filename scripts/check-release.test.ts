import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { compareVersions, isVersion } from './release-state.ts';

const NOTHING = '### What an operator must do\n\nNothing.\n';

const TREE = {
  'package.json': '{\n  "name": "emberkin",\n  "version": "2.0.0"\n}\n',
  'package-lock.json':
    '{ "name": "emberkin",\n  "version": "2.0.0",\n  "packages": { "": { "name": "emberkin",\n "version": "2.0.0" } } }',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of Compose
  'compose.yaml': 'image: ${EMBERKIN_IMAGE:-localhost/emberkin}:${EMBERKIN_VERSION:-2.0.0}\n',
  'deploy/kubernetes.yaml': 'image: registry.example.com/emberkin:2.0.0\n',
  'docs/hosting.md': 'docker run "$EMBERKIN_IMAGE:2.0.0"\ndocker build --tag localhost/emberkin:2.0.0 .\n',
  'CHANGELOG.md': `# Changelog\n
## [Unreleased]\n\n${NOTHING}
## [2.0.0] - 2027-01-31\n\n### Added\n\n- Much.\n\n${NOTHING}
## [1.10.0] - 2027-01-30\n\n${NOTHING}
## [1.9.0] - 2027-01-30\n\n${NOTHING}`,
};

async function checkWith(...changes: (readonly [keyof typeof TREE, string, string])[]) {
  const root = await mkdtemp(join(tmpdir(), 'emberkin-release-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const tree = { ...TREE };
  for (const [name, from, to] of changes) {
    expect(tree[name]).toContain(from);
    tree[name] = tree[name].replace(from, to);
  }
  for (const [name, text] of Object.entries(tree)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
  const script = join(import.meta.dirname, 'check-release.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
  return { code: status, said: stdout + stderr };
}

it('passes for one version and a correct changelog', async () => {
  const said = '2.0.0 is the version everywhere, and no document has a gap.\n';
  expect(await checkWith()).toEqual({ code: 0, said });
});

it('compares no version of the changelog before the first release', async () => {
  const { code } = await checkWith(['CHANGELOG.md', TREE['CHANGELOG.md'], `## [Unreleased]\n\n${NOTHING}`]);
  expect(code).toBe(0);
});

it.each([
  ['package.json', '"2.0.0"', '"2.0.1"', 'package-lock.json:2 2.0.0 is not 2.0.1, as package.json says'],
  [
    'package-lock.json',
    '"packages": { "": { "name": "emberkin",\n "version": "2.0.0"',
    '"packages": { "": { "name": "emberkin",\n "version": "2.0.1"',
    'package-lock.json:4 2.0.1 is not 2.0.0',
  ],
  ['compose.yaml', 'VERSION:-2.0.0', 'VERSION:-1.9.0', 'compose.yaml:1 1.9.0 is not 2.0.0'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of Compose
  ['compose.yaml', ':${EMBERKIN_VERSION:-2.0.0}', '', 'compose.yaml:1 it must name the version'],
  ['deploy/kubernetes.yaml', '2.0.0', 'latest', 'kubernetes.yaml:1 latest is not 2.0.0'],
  [
    'docs/hosting.md',
    'localhost/emberkin:2.0.0',
    'localhost/emberkin:2.0.0-rc.1',
    'hosting.md:2 2.0.0-rc.1 is not 2.0.0',
  ],
  ['CHANGELOG.md', '[2.0.0]', '[2.1.0]', 'CHANGELOG.md:1 the newest release is 2.1.0, not 2.0.0'],
  ['CHANGELOG.md', '## [Unreleased]', '## Next', 'the first heading must be "## [Unreleased]"'],
  ['CHANGELOG.md', '[1.10.0]', '[1.8.0]', '1.9.0 must be older than 1.8.0, which is above it'],
  ['CHANGELOG.md', '[1.9.0] - 2027-01-30', '[1.9.0]', '"## [1.9.0]" must be like "## [1.2.3] - 2027-01-31"'],
  ['CHANGELOG.md', '[1.9.0] - 2027-01-30', '[1.9] - 2027-01-30', '"## [1.9] - 2027-01-30" must be like'],
  [
    'CHANGELOG.md',
    '- Much.\n\n### What an operator must do\n\nNothing.',
    '- Much.',
    'CHANGELOG.md:9 "### What an operator must do" is missing',
  ],
  [
    'CHANGELOG.md',
    'do\n\nNothing.',
    'do\n',
    'CHANGELOG.md:3 "### What an operator must do" is missing, be it "Nothing."',
  ],
  [
    'docs/hosting.md',
    'docker run',
    'git clone <the project>\ndocker run',
    'hosting.md:1 "<the project>" is not finished',
  ],
  ...['TODO', 'TBD', 'FIXME'].map(
    (word) => ['CHANGELOG.md', '- Much.', `- ${word}`, `CHANGELOG.md:13 "${word}" is not finished`] as const,
  ),
] as const)('finds in %s that %j became %j', async (file, from, to, said) => {
  const answer = await checkWith([file, from, to]);
  expect(answer.said).toContain(said);
  expect(answer.code).toBe(1);
});

it('versions follow SemVer and its order', () => {
  const order = ['0.9.0', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta', '1.0.0-beta.2'];
  order.push('1.0.0-beta.11', '1.0.0-dev', '1.0.0-rc.1', '1.0.0', '1.0.1', '1.2.0', '1.10.0', '2.0.0-rc.1', '2.0.0');
  expect(order.every(isVersion)).toBe(true);
  const mixed = [...order].sort(() => -1).sort(compareVersions);
  expect(mixed).toEqual(order);
  for (const version of order) expect(compareVersions(version, version)).toBe(0);
  for (const text of ['1.0', 'v1.0.0', '1.0.0.0', '01.0.0', '1.0.0+build', '1.0.0-', '1.0.0 ', ''])
    expect([text, isVersion(text)]).toEqual([text, false]);
});
