/**
 * Compares docs/configuration.md with the server's settings, in the project or the given folder. Each setting has one
 * row with its description, without links. Files for operators name only existing settings.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTINGS, settings } from '../src/server/app/settings.ts';
import { ROOT } from './processes.ts';
import { lineAt, type Problem, report, sourceFiles } from './source-files.ts';

const PAGE = 'docs/configuration.md';
/** Settings of Compose and of the PostgreSQL image. */
const OTHERS = /^(COMPOSE|EMBERKIN|POSTGRES)_/;
const ASSIGNMENT = /(?<=^(?:[ \t]*(?:# ?)?|Environment=(?:.* )?))([A-Z][A-Z\d_]+)(?:=|: )/gm;

const root = process.argv[2] ?? ROOT;
const problems: Problem[] = [];
const known = new Set<string>(SETTINGS.flatMap((name) => [name, `${name}_FILE`]));
const requireKnown = (name: string, file: string, line: number) => {
  if (!known.has(name)) problems.push({ file, line, message: `the server has no setting ${name}` });
};

const withoutLinks = (text: string) =>
  text.replace(/ \(\[[^\]]*\]\([^)]*\)\)/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
const descriptions = new Map<string, string | undefined>(
  SETTINGS.map((name) => [name, settings.shape[name].description]),
);
const seen = new Set<string>();
for (const [at, row] of readFileSync(join(root, PAGE), 'utf8').split('\n').entries()) {
  const [, names = '', , text = ''] = row.startsWith('|') ? row.split('|').map((cell) => cell.trim()) : [];
  for (const [, name = ''] of names.matchAll(/`([A-Z][A-Z\d_]+)`/g)) {
    const add = (message: string) => problems.push({ file: PAGE, line: at + 1, message });
    requireKnown(name, PAGE, at + 1);
    if (seen.has(name)) add(`${name} has a second row`);
    seen.add(name);
    const description = descriptions.get(name);
    if (description && description !== withoutLinks(text)) add(`${name} is described as "${description}"`);
  }
}
for (const name of SETTINGS)
  if (!seen.has(name)) problems.push({ file: PAGE, line: 1, message: `the setting ${name} is missing` });

const files = sourceFiles(
  root,
  ['.', 'deploy'],
  /(^\.env\.example|^compose.*\.yaml|kubernetes\.yaml|\.service|trial\.env)$/,
);
for (const { name: file, text } of files)
  for (const { 1: name = '', index } of text.matchAll(ASSIGNMENT))
    if (!OTHERS.test(name)) requireKnown(name, file, lineAt(text, index));

report(problems, `${SETTINGS.length} settings: ${PAGE} describes each, and ${files.length} files name no other.`);
