/** The files that name the project's version, and the state of CHANGELOG.md. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from './processes.ts';
import { lineAt, type Problem, sourceFiles } from './source-files.ts';

export const CHANGELOG = 'CHANGELOG.md';
const OPERATORS_PART = '### What an operator must do';

const NUMBER = String.raw`(?:0|[1-9]\d*)`;
const SEMVER = String.raw`${NUMBER}\.${NUMBER}\.${NUMBER}(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?`;

/** Returns true if a text is a SemVer version without build metadata, which image tags cannot have. */
export const isVersion = (text: string): boolean => new RegExp(`^${SEMVER}$`).test(text);

/** Each file with the version and the text around it. */
const PLACES = [
  { file: 'package.json', pattern: /(?<="name": "emberkin",\s+"version": ")[^"]+/g },
  { file: 'package-lock.json', pattern: /(?<="name": "emberkin",\s+"version": ")[^"]+/g },
  { file: 'compose.yaml', pattern: /(?<=\$\{EMBERKIN_VERSION:-)[^}]+/g },
  { file: 'deploy/kubernetes.yaml', pattern: /(?<=image: \S+\/emberkin:)\S+/g },
  { file: 'docs/hosting.md', pattern: new RegExp(String.raw`(?<=(?:/emberkin|\$EMBERKIN_IMAGE):)${SEMVER}`, 'g') },
];

export const VERSIONED_FILES: readonly string[] = [...PLACES.map(({ file }) => file), CHANGELOG];

const read = (root: string, file: string) =>
  existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';

export function versionOf(root: string): string {
  const manifest: unknown = JSON.parse(read(root, 'package.json'));
  if (isObject(manifest) && typeof manifest.version === 'string') return manifest.version;
  throw new Error('package.json has no version.');
}

/** Returns all files with the version, by name, with the new version in their text. */
export const withVersion = (root: string, version: string): [file: string, text: string][] =>
  PLACES.map(({ file, pattern }) => [file, read(root, file).replaceAll(pattern, version)]);

/** Returns a number below 0 if version `a` comes before `b`, above 0 if after. */
export function compareVersions(a: string, b: string): number {
  const split = (version: string) => {
    const [core, ...rest] = version.split('-');
    return { core: core!.split('.'), before: rest.length > 0 ? rest.join('-').split('.') : [] };
  };
  const [one, other] = [split(a), split(b)];
  const parts = compareParts(one.core, other.core);
  if (parts !== 0) return parts;
  // A pre-release comes before its release.
  if (one.before.length === 0 || other.before.length === 0) return other.before.length - one.before.length;
  return compareParts(one.before, other.before);
}

function compareParts(a: readonly string[], b: readonly string[]): number {
  for (const [at, part] of a.entries()) {
    const other = b[at];
    if (other === undefined) return 1;
    if (part === other) continue;
    const [isNumber, isOtherNumber] = [/^\d+$/.test(part), /^\d+$/.test(other)];
    if (isNumber && isOtherNumber) return Number(part) - Number(other);
    // Numbers come before words.
    if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
    return part < other ? -1 : 1;
  }
  return a.length - b.length;
}

/** A section of the changelog with its parts by heading. A release also has version and day. */
interface Section {
  readonly heading: string;
  readonly version: string | undefined;
  readonly day: string | undefined;
  readonly line: number;
  readonly parts: ReadonlyMap<string, string>;
}

function readChangelog(text: string): Section[] {
  return text
    .split(/^(?=## )/m)
    .filter((section) => section.startsWith('## '))
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      const [, version, day] = /^## \[([^\]]+)\] - (\d{4}-\d{2}-\d{2})$/.exec(heading) ?? [];
      const [, ...parts] = `${lines.join('\n')}\n`.split(/^(?=### )/m);
      const named = parts.map((part): [string, string] => {
        const [title = '', ...rest] = part.split('\n');
        return [title, rest.join('\n').trim()];
      });
      return { heading, version, day, line: lineAt(text, text.indexOf(section)), parts: new Map(named) };
    });
}

const hasOperatorsPart = ({ parts }: Section) => (parts.get(OPERATORS_PART) ?? '') !== '';
const isUnreleased = ({ heading }: Section) => heading === '## [Unreleased]';

/** Returns why "Unreleased" cannot become a release, or null. */
export function whyNotReady(root: string): string | null {
  const [section] = readChangelog(read(root, CHANGELOG));
  const hasChanges = ({ parts }: Section) =>
    [...parts].some(([title, text]) => title !== OPERATORS_PART && text !== '');
  if (!section || !isUnreleased(section) || !hasChanges(section))
    return `${CHANGELOG} has nothing under "## [Unreleased]".`;
  if (!hasOperatorsPart(section))
    return `${CHANGELOG} has no "${OPERATORS_PART}" under "## [Unreleased]", be it "Nothing."`;
  return null;
}

/** Returns the changelog with "Unreleased" as the release of a day, such as '2026-11-26'. */
export const withRelease = (root: string, version: string, day: string): string =>
  read(root, CHANGELOG).replace(
    '## [Unreleased]\n',
    `## [Unreleased]\n\n${OPERATORS_PART}\n\nNothing.\n\n## [${version}] - ${day}\n`,
  );

/** Returns the version of the newest release, or undefined before the first one. */
export const newestRelease = (root: string): string | undefined =>
  readChangelog(read(root, CHANGELOG)).find(({ version }) => version)?.version;

function changelogProblems(root: string): Problem[] {
  const text = read(root, CHANGELOG);
  const problems: Problem[] = [];
  const add = (line: number, message: string) => problems.push({ file: CHANGELOG, line, message });
  const sections = readChangelog(text);
  const startsUnreleased = sections[0] !== undefined && isUnreleased(sections[0]);
  if (!startsUnreleased) add(1, 'the first heading must be "## [Unreleased]"');
  const releases = sections.slice(startsUnreleased ? 1 : 0);
  for (const section of sections)
    if (!hasOperatorsPart(section)) add(section.line, `"${OPERATORS_PART}" is missing, be it "Nothing."`);
  for (const [at, { heading, version, day, line }] of releases.entries()) {
    const above = releases[at - 1]?.version;
    if (!version || !day || !isVersion(version) || Number.isNaN(Date.parse(day)))
      add(line, `"${heading}" must be like "## [1.2.3] - 2027-01-31"`);
    else if (above && compareVersions(above, version) <= 0)
      add(line, `${version} must be older than ${above}, which is above it`);
  }
  return problems;
}

const PLACEHOLDER = /<the project>|\b(?:TODO|TBD|FIXME)\b/g;

/** Lists what a release must not have. Before the first release, the changelog has no version. */
export function releaseProblems(root: string): Problem[] {
  const version = versionOf(root);
  const problems = changelogProblems(root);
  for (const { file, pattern } of PLACES) {
    const text = read(root, file);
    const found = [...text.matchAll(pattern)];
    if (found.length === 0) problems.push({ file, line: 1, message: 'it must name the version' });
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
