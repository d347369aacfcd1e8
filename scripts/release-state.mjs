/** Where the version of the project stands, and what CHANGELOG.md says of it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lineAt, sourceFiles } from './source-files.mjs';

export const CHANGELOG = 'CHANGELOG.md';
const OPERATORS_PART = '### What an operator must do';

const NUMBER = String.raw`(?:0|[1-9]\d*)`;
const SEMVER = String.raw`${NUMBER}\.${NUMBER}\.${NUMBER}(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?`;

/** Whether the text is a version: SemVer without metadata of a build, which no tag of an image may have. */
export const isVersion = (text) => new RegExp(`^${SEMVER}$`).test(text);

/** Each file with the version, and what stands around it there. */
const PLACES = [
  { file: 'package.json', pattern: /(?<="name": "emberkin",\s+"version": ")[^"]+/g },
  { file: 'package-lock.json', pattern: /(?<="name": "emberkin",\s+"version": ")[^"]+/g },
  { file: 'compose.yaml', pattern: /(?<=\$\{EMBERKIN_VERSION:-)[^}]+/g },
  { file: 'deploy/kubernetes.yaml', pattern: /(?<=image: \S+\/emberkin:)\S+/g },
  { file: 'docs/hosting.md', pattern: new RegExp(String.raw`(?<=(?:/emberkin|\$EMBERKIN_IMAGE):)${SEMVER}`, 'g') },
];

/** The files that a new version changes. */
export const VERSIONED_FILES = [...PLACES.map(({ file }) => file), CHANGELOG];

const read = (root, file) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '');

/** The version that package.json says. */
export const versionOf = (root) => JSON.parse(read(root, 'package.json')).version;

/** The texts of all files with the version, by name, as they are with another one. */
export const withVersion = (root, version) =>
  PLACES.map(({ file, pattern }) => [file, read(root, file).replaceAll(pattern, version)]);

/** Below 0 when the version `a` comes before `b`, above 0 when it comes after it. */
export function compareVersions(a, b) {
  const split = (version) => {
    const [core, ...rest] = version.split('-');
    return { core: core.split('.'), before: rest.length > 0 ? rest.join('-').split('.') : [] };
  };
  const [one, other] = [split(a), split(b)];
  const parts = compareParts(one.core, other.core);
  if (parts !== 0) return parts;
  // A pre-release comes before what it is one of.
  if (one.before.length === 0 || other.before.length === 0) return other.before.length - one.before.length;
  return compareParts(one.before, other.before);
}

function compareParts(a, b) {
  for (const [at, part] of a.entries()) {
    if (b[at] === undefined) return 1;
    if (part === b[at]) continue;
    const isNumber = [part, b[at]].map((text) => /^\d+$/.test(text));
    if (isNumber[0] && isNumber[1]) return part - b[at];
    // Numbers come before words.
    if (isNumber[0] !== isNumber[1]) return isNumber[0] ? -1 : 1;
    return part < b[at] ? -1 : 1;
  }
  return a.length - b.length;
}

/**
 * The sections of the changelog from the top, each with its title, the number of its line, and its parts by their
 * headings; of a release also version and day.
 */
function readChangelog(text) {
  return text
    .split(/^(?=## )/m)
    .filter((section) => section.startsWith('## '))
    .map((section) => {
      const [heading, ...lines] = section.split('\n');
      const [, version, day] = /^## \[([^\]]+)\] - (\d{4}-\d{2}-\d{2})$/.exec(heading) ?? [];
      const [, ...parts] = `${lines.join('\n')}\n`.split(/^(?=### )/m);
      const named = parts.map((part) => part.split('\n')).map(([title, ...rest]) => [title, rest.join('\n').trim()]);
      return { heading, version, day, line: lineAt(text, text.indexOf(section)), parts: new Map(named) };
    });
}

const hasOperatorsPart = ({ parts }) => (parts.get(OPERATORS_PART) ?? '') !== '';
const isUnreleased = (section) => section?.heading === '## [Unreleased]';

/** Why what is under "Unreleased" cannot become a release; null when it can. */
export function whyNotReady(root) {
  const [section] = readChangelog(read(root, CHANGELOG));
  const changes = isUnreleased(section) ? [...section.parts].filter(([title]) => title !== OPERATORS_PART) : [];
  if (!changes.some(([, text]) => text !== '')) return `${CHANGELOG} has nothing under "## [Unreleased]".`;
  if (!hasOperatorsPart(section))
    return `${CHANGELOG} has no "${OPERATORS_PART}" under "## [Unreleased]", be it "Nothing."`;
  return null;
}

/** The changelog with what is unreleased as the release of a day, such as '2026-11-26'. */
export const withRelease = (root, version, day) =>
  read(root, CHANGELOG).replace(
    '## [Unreleased]\n',
    `## [Unreleased]\n\n${OPERATORS_PART}\n\nNothing.\n\n## [${version}] - ${day}\n`,
  );

/** The version of the newest release; undefined before the first one. */
export const newestRelease = (root) => readChangelog(read(root, CHANGELOG)).find(({ version }) => version)?.version;

function changelogProblems(root) {
  const text = read(root, CHANGELOG);
  const problems = [];
  const add = (line, message) => problems.push({ file: CHANGELOG, line, message });
  const sections = readChangelog(text);
  if (!isUnreleased(sections[0])) add(1, 'the first heading has to be "## [Unreleased]"');
  const releases = sections.slice(isUnreleased(sections[0]) ? 1 : 0);
  for (const section of sections)
    if (!hasOperatorsPart(section)) add(section.line, `"${OPERATORS_PART}" is missing, be it "Nothing."`);
  for (const [at, { heading, version, day, line }] of releases.entries()) {
    if (!version || !isVersion(version) || Number.isNaN(Date.parse(day)))
      add(line, `"${heading}" has to be such as "## [1.2.3] - 2027-01-31"`);
    else if (at > 0 && releases[at - 1].version && compareVersions(releases[at - 1].version, version) <= 0)
      add(line, `${version} does not come before ${releases[at - 1].version}, which stands above it`);
  }
  return problems;
}

/** What a text is not to be published with. */
const PLACEHOLDER = /<the project>|\b(?:TODO|TBD|FIXME)\b/g;

/** What is not as in a release, as `{ file, line, message }`. Before the first release the changelog has no version yet. */
export function releaseProblems(root) {
  const version = versionOf(root);
  const problems = changelogProblems(root);
  for (const { file, pattern } of PLACES) {
    const text = read(root, file);
    const found = [...text.matchAll(pattern)];
    if (found.length === 0) problems.push({ file, line: 1, message: 'it has to name the version' });
    for (const { 0: named, index } of found)
      if (named !== version)
        problems.push({ file, line: lineAt(text, index), message: `${named} is not ${version}, as package.json says` });
  }
  const newest = newestRelease(root);
  if (newest !== undefined && newest !== version)
    problems.push({ file: CHANGELOG, line: 1, message: `the newest release is ${newest}, not ${version}` });
  for (const { name: file, text } of sourceFiles(root, ['.', 'docs', 'standard', 'deploy', 'tools'], /\.md$/))
    for (const { 0: found, index } of text.matchAll(PLACEHOLDER))
      problems.push({ file, line: lineAt(text, index), message: `"${found}" is not finished` });
  return problems;
}
