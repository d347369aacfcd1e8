import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * `node run.mjs [--groups clock,week] [--plain] [--json] -- COMMAND ARGS` runs the cases of this folder on a command. The
 * command reads one case per line and writes one answer per line, in the same order. Exits with 1 if a case fails, and with
 * 2 if nothing can run. Needs only Node, so the folder can be copied.
 */
const USAGE = 'Use: node run.mjs [--groups clock,week] [--plain] [--json] -- COMMAND ARGS';
/** A command that writes no line for this long is stopped. */
const SILENT_SECONDS = 10;

function stop(message) {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

function readArguments(words) {
  const options = { groups: null, plain: false, json: false, command: [] };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === '--') return { ...options, command: words.slice(at + 1) };
    if (word === '--plain') options.plain = true;
    else if (word === '--json') options.json = true;
    else if (word === '--groups') {
      at += 1;
      options.groups = (words[at] ?? '').split(',');
    } else stop(`There is no option "${word}". ${USAGE}`);
  }
  return options;
}

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

/** Reads the cases of the groups, without withdrawn ones. */
function readCases(groups) {
  const all = readdirSync(new URL('cases', import.meta.url))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();
  const unknown = groups?.find((group) => !all.includes(group));
  if (unknown !== undefined) stop(`There is no group "${unknown}": there are ${all.join(', ')}.`);
  return (groups ?? all).flatMap((group) =>
    read(`cases/${group}.json`)
      .filter(({ withdrawn }) => withdrawn === undefined)
      .map((one) => ({ group, ...one })),
  );
}

/** Returns the lines that the command wrote, and why it ended. */
function ask(cases, [program, ...args]) {
  // A separate process group, so that its children are killed with it.
  const detached = process.platform !== 'win32';
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'], detached });
  const kill = () => {
    try {
      process.kill(detached ? -child.pid : child.pid, 'SIGKILL');
    } catch {
      // It has already exited.
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      kill();
      process.exit(1);
    });
  const lines = [];
  let rest = '';
  let ended = null;
  let timer;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      ended = `no line in ${SILENT_SECONDS} s`;
      kill();
    }, SILENT_SECONDS * 1000);
  };
  return new Promise((done) => {
    child.on('error', (error) => stop(`The command cannot be run: ${error.message}`));
    // A command can exit before it has read everything.
    child.stdin.on('error', () => undefined);
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      const parts = (rest + chunk).split('\n');
      rest = parts.pop();
      const found = parts.filter((line) => line.trim() !== '');
      lines.push(...found);
      if (found.length > 0) wait();
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (rest.trim() !== '') lines.push(rest);
      done({ lines, ended: ended ?? `the command ended with ${signal ?? code}` });
    });
    wait();
    child.stdin.end(cases.map(({ group, expect, ...one }) => `${JSON.stringify(one)}\n`).join(''));
  });
}

const isObject = (value) => typeof value === 'object' && value !== null;

/** Adds `extra: false` to a check-in, because answers can omit it. */
const withExtra = (tried) => (isObject(tried) ? { ...tried, extra: tried.extra === true } : tried);

/** Lists the paths in `expected` whose values in `answered` differ. */
function differences(expected, answered, path, isPlain) {
  if (Array.isArray(expected)) {
    if (!Array.isArray(answered) || answered.length !== expected.length) return [{ path, expected, answered }];
    return expected.flatMap((one, at) =>
      differences(withExtra(one), withExtra(answered[at]), `${path}[${at}]`, isPlain),
    );
  }
  if (isObject(expected)) {
    if (!isObject(answered)) return [{ path, expected, answered }];
    return Object.keys(expected).flatMap((key) =>
      differences(expected[key], answered[key], path === '' ? key : `${path}.${key}`, isPlain),
    );
  }
  // Such programs have only one kind of day without a cost.
  const merge = (value) =>
    isPlain && path.endsWith('.days') && typeof value === 'string' ? value.replaceAll(/[er]/g, 'f') : value;
  return merge(expected) === merge(answered) ? [] : [{ path, expected, answered }];
}

function judge({ group, id, title, expect }, line, ended, isPlain) {
  const fail = (problem, found = []) => ({ group, id, title, result: 'failed', problem, differences: found });
  if (line === undefined) return fail(ended);
  let answer;
  try {
    answer = JSON.parse(line);
  } catch {
    return fail(`no JSON: ${line.slice(0, 200)}`);
  }
  if (!isObject(answer) || Array.isArray(answer)) return fail(`no answer: ${line.slice(0, 200)}`);
  if (typeof answer.skip === 'string') return { group, id, title, result: 'skipped', reason: answer.skip };
  const found = differences(expect, answer, '', isPlain);
  return found.length === 0 ? { group, id, title, result: 'passed' } : fail('another answer', found);
}

function sum(results) {
  const count = (result) => results.filter((one) => one.result === result).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped'), cases: results.length };
}

const inWords = ({ passed, skipped, cases }) => `passed ${passed} of ${cases}, skipped ${skipped}`;

function print(results, groups) {
  const lines = [];
  for (const one of results.filter(({ result }) => result === 'failed')) {
    lines.push(`${one.id} ${one.title}`);
    if (one.differences.length === 0) lines.push(`  ${one.problem}`);
    for (const { path, expected, answered } of one.differences)
      lines.push(`  ${path}: expected ${JSON.stringify(expected)}, answered ${JSON.stringify(answered) ?? 'nothing'}`);
  }
  for (const [group, counts] of Object.entries(groups)) lines.push(`${group}: ${inWords(counts)}`);
  return lines;
}

const { groups: wanted, plain, json, command } = readArguments(process.argv.slice(2));
if (command.length === 0) stop(USAGE);
const { version } = read('standard.json');
const cases = readCases(wanted);
const { lines, ended } = await ask(cases, command);
const results = cases.map((one, at) => judge(one, lines[at], ended, plain));
const groups = {};
for (const { group } of cases) groups[group] ??= sum(results.filter((one) => one.group === group));
const total = sum(results);
const surplus = Math.max(0, lines.length - cases.length);
if (json) process.stdout.write(`${JSON.stringify({ version, ...total, surplus_lines: surplus, groups, results })}\n`);
else {
  const more = surplus === 0 ? [] : [`The command wrote more lines than there are cases: ${surplus}`];
  process.stdout.write(`${[...print(results, groups), ...more, inWords(total)].join('\n')}\n`);
}
process.exitCode = total.failed === 0 && surplus === 0 ? 0 : 1;
