/**
 * Checks the files by which others run a server (Dockerfile, compose.yaml, deploy/), the page of its settings and the
 * workflow that publishes the image, for the project or the folder given as argument. They would rot unseen otherwise, and neither developers nor
 * tests need have a container engine: each file is read by a parser of its own kind and held to the settings and figures
 * that the server really has. Only an engine knows whether the base image is there and its commands work. Run with tsx:
 * the figures are asked of the server's own code, and the parser of workflows imports JSON in a way that Node refuses.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { SETTINGS } from '../src/server/config/names.ts';
import { makeFigures } from '../src/server/http/health.ts';
import { INPUTS } from './build.mjs';
import { alertProblems, dashboardProblems, figuresOf } from './deploy-figures.mjs';
import {
  composeBuildProblems,
  composeProblems,
  dockerfileProblems,
  kubernetesProblems,
  letsIn,
  nginxProblems,
  readYaml,
  settingsProblems,
  unitProblems,
} from './deploy-rules.mjs';
import { workflowProblems } from './deploy-workflow.mjs';
import { ROOT, run } from './processes.mjs';
import { report } from './source-files.mjs';

const root = process.argv[2] ?? ROOT;
const problems = [];
let count = 0;

/** Reads a file and collects what `judge` finds in its text. */
async function check(file, judge) {
  count += 1;
  if (!existsSync(join(root, file))) return void problems.push({ file, line: 1, message: 'the file is missing' });
  const found = await judge(readFileSync(join(root, file), 'utf8'));
  for (const one of found) problems.push({ file, line: 1, ...(typeof one === 'string' ? { message: one } : one) });
}

/** The schema that the makers of Compose publish. The newest copy is in dclint, which does nothing else here. */
function composeSchema() {
  // Not by its name: the package exports its programs alone.
  const schema = JSON.parse(readFileSync(join(ROOT, 'node_modules/dclint/schemas/compose.schema.json'), 'utf8'));
  delete schema.$schema;
  return new Ajv({ strict: false, allErrors: true }).compile(schema);
}

/** Paths that no image may contain. */
const PRIVATE = ['.env', '.git/config', 'data/secret-key', 'node_modules/zod/package.json', 'dist/web/index.html'];

function ignoreProblems(text) {
  const needed = [...INPUTS, '.npmrc', 'scripts/setup.mjs'];
  return [
    ...needed.filter((path) => !letsIn(text, path)).map((path) => `the build needs ${path}`),
    ...PRIVATE.filter((path) => letsIn(text, path)).map((path) => `${path} would get into the image`),
  ];
}

/** What systemd itself says about a unit, where it is installed; Node is wherever it is here. */
async function verifyUnit(text) {
  const folder = mkdtempSync(join(tmpdir(), 'emberkin-unit-'));
  const file = join(folder, 'emberkin.service');
  writeFileSync(file, text.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
  const { code, text: said } = await run(['systemd-analyze', 'verify', '--man=no', file], { quiet: true });
  rmSync(folder, { recursive: true });
  const lines = said.split('\n').filter((line) => line.includes('emberkin.service'));
  return code === 127 ? [] : lines;
}

const settings = new Set(SETTINGS);
const figures = figuresOf(makeFigures({ config: { backup_dir: null } }).registry);
const ofYaml = (judge) => (text) => {
  const { values, problems: wrong } = readYaml(text);
  return wrong.length > 0 ? wrong : judge(values[0]);
};

await check('Dockerfile', (text) =>
  dockerfileProblems(text, {
    exists: (path) => existsSync(join(root, path)),
    built: ['dist', 'node_modules'],
  }),
);
await check('.dockerignore', ignoreProblems);
const validate = composeSchema();
await check('.env.example', (example) =>
  check('compose.yaml', (text) => composeProblems(text, { validate, settings, example })).then(() => []),
);
await check('compose.build.yaml', (text) => composeBuildProblems(text, { validate }));
await check('deploy/kubernetes.yaml', (text) => kubernetesProblems(text, settings));
await check('deploy/nginx.conf', nginxProblems);
await check('deploy/emberkin.service', async (text) => [...unitProblems(text, settings), ...(await verifyUnit(text))]);
await check(
  'deploy/traefik.yaml',
  ofYaml(({ http }) => (http?.routers && http.services ? [] : ['routers or services miss'])),
);
await check(
  'deploy/alerts.yml',
  ofYaml((rules) => alertProblems(rules, figures)),
);
await check('deploy/grafana.json', (text) => dashboardProblems(JSON.parse(text), figures));
await check('docs/configuration.md', (text) => settingsProblems(text, settings));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
await check('.github/workflows/release.yml', (text) => workflowProblems(text, Object.keys(scripts)));
report(problems, `${count} files for operators: they follow their rules, and name only what the server has.`);
