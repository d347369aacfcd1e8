import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../src/platform/lib/error-codes.ts';

export interface SourceFile {
  readonly name: string;
  readonly text: string;
}

export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** Folders and files that are generated or not text. */
const SKIPPED = /(^|\/)(node_modules|migrations|fixtures|(?<!(?:adapters|platform)\/)images|generated)\//;

/**
 * Lists the files below `folders` of `root` whose names match, with names relative to `root`. A missing folder is
 * empty. '.' means the files of `root` without its folders. Skips what `skipped` matches.
 */
export function sourceFiles(
  root: string,
  folders: readonly string[],
  pattern: RegExp,
  skipped = SKIPPED,
): SourceFile[] {
  const names = folders.flatMap((folder) => {
    try {
      const found = readdirSync(join(root, folder), { recursive: folder !== '.', encoding: 'utf8' });
      return found.map((name) => (folder === '.' ? name : `${folder}/${name.replaceAll('\\', '/')}`));
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    }
  });
  return names
    .filter((name) => pattern.test(name) && !skipped.test(name))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));
}

/** Returns the line number of the character at `index`, by default the last. */
export const lineAt = (text: string, index = text.length): number => text.slice(0, index).split('\n').length;

/** Returns the rows of the first Markdown table after a heading, as trimmed cells. */
export function tableBelow(text: string, heading: string): string[][] {
  const lines = text.split('\n');
  const start = lines.indexOf(heading);
  if (start === -1) throw new Error(`There is no heading '${heading}'.`);
  const first = lines.findIndex((line, at) => at > start && line.startsWith('|'));
  const after = lines.findIndex((line, at) => at > first && !line.startsWith('|'));
  const rows = lines.slice(first + 2, after === -1 ? lines.length : after);
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

export const codeSpans = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1]!);

/** Prints the problems by file and line. Sets the exit code to 1 if any exist. */
export function report(problems: Problem[], passed: string): void {
  for (const { file, line, message } of problems.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line))
    console.error(`${file}:${line} ${message}`);
  if (problems.length === 0) {
    console.log(passed);
    return;
  }
  console.error(problems.length === 1 ? '1 problem.' : `${problems.length} problems.`);
  process.exitCode = 1;
}
