import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const FILES = [
  'Dockerfile',
  '.dockerignore',
  '.env.example',
  'compose.yaml',
  'compose.build.yaml',
  'deploy',
  '.github',
  'docs/configuration.md',
];
const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

/** What the check says of the project's files after some changes: a text of a file and what stands there instead. */
async function checkWith(changes: Record<string, [string, string][]>): Promise<{ code: number | null; said: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'emberkin-deploy-'));
  folders.push(folder);
  for (const name of FILES) await cp(join(ROOT, name), join(folder, name), { recursive: true });
  await mkdir(join(folder, 'src/server/db/migrations'), { recursive: true });
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) await cp(join(ROOT, name), join(folder, name));
  for (const [name, edits] of Object.entries(changes)) {
    let text = await readFile(join(folder, name), 'utf8');
    for (const [from, to] of edits) {
      expect(text, `${name} has ${from}`).toContain(from);
      text = text.replace(from, to);
    }
    await writeFile(join(folder, name), text);
  }
  const tsx = join(ROOT, 'node_modules/tsx/dist/cli.mjs');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [tsx, join(ROOT, 'scripts/check-deploy.mjs'), folder],
    { encoding: 'utf8' },
  );
  return { code: status, said: stdout + stderr };
}

it('The files for operators follow their rules.', { timeout: 60_000 }, async () => {
  expect(await checkWith({})).toMatchObject({ code: 0 });
});

it('Each rule for the container and its neighbours is noticed when it is broken.', { timeout: 60_000 }, async () => {
  const { code, said } = await checkWith({
    Dockerfile: [
      ['--platform=$BUILDPLATFORM node:24-slim AS build', 'node:latest AS build'],
      ['ARG TARGETARCH\n', ''],
      ['--libc=glibc ', ''],
      ['COPY . .', 'COPY nothing .'],
      ['ENV NODE_ENV', 'ENV SECRET_KEY=0123456789abcdef NODE_ENV'],
      ['USER 10001\n', ''],
      ['CMD ["node", "dist/server/main.js"]', 'CMD npm start'],
      ['/ready', '/health'],
    ],
    '.dockerignore': [['!scripts', '!.env']],
    '.env.example': [['POSTGRES_PASSWORD=', 'PASSWORD_OF_POSTGRES=']],
    'compose.build.yaml': [['build: .', 'build: ..']],
    'compose.yaml': [
      [':-localhost/emberkin}', ':-emberkin}'],
      ['env_file: .env', 'env_file: .env\n    build: .'],
      ['image: postgres:18', 'image: postgres'],
      ['read_only: true', 'read_only: true\n    colour: green'],
      ['init: true', 'init: false'],
      ['- data:/data', '- date:/data'],
      ['HOST: 0.0.0.0', 'HOSTS: 0.0.0.0'],
      ['"--host=127.0.0.1", ', ''],
    ],
    'deploy/kubernetes.yaml': [
      ['replicas: 2', 'replicas: 1'],
      ['ingressClassName: nginx', 'defaultBackend: null'],
      ['path: /ready', 'path: /health'],
      ['DRAIN_SECONDS: "5"', 'DRAIN_SECONDS: "25"'],
      ['configMapRef:\n                name: emberkin', 'configMapRef:\n                name: other'],
    ],
    'deploy/nginx.conf': [
      ['listen 443 ssl;', 'listen 443 ssl http2;'],
      ['proxy_buffering off;', ''],
    ],
    'deploy/emberkin.service': [
      ['DynamicUser=yes', 'DynamicUser=no'],
      ['/usr/bin/node dist/server/main.js', '/usr/bin/npm start'],
    ],
  });
  expect(code).toBe(1);
  for (const problem of [
    'Dockerfile:7 node:latest needs a tag with a version',
    'Dockerfile:7 it needs --platform=$BUILDPLATFORM',
    'Dockerfile:7 TARGETARCH is empty without its ARG',
    'npm ci --omit=dev needs --libc=glibc',
    'Dockerfile:11 there is no nothing',
    'SECRET_KEY would be readable in the image',
    'CMD has to be a list',
    'there is no USER before CMD',
    'HEALTHCHECK has to ask /ready',
    '.dockerignore:1 the build needs scripts',
    '.dockerignore:1 .env would get into the image',
    '.env.example does not have POSTGRES_PASSWORD',
    '.env.example has PASSWORD_OF_POSTGRES, which nothing reads',
    'compose.build.yaml:1 it adds "build: ." to app and nothing else',
    'app has no build: compose.build.yaml adds it',
    'the default image of app has to be of localhost',
    'the image of database needs a tag with a version',
    'compose.yaml:1 /services/app must NOT have additional properties',
    'app needs init: true',
    'there is no volume "date"',
    'the server has no setting HOSTS',
    'the Deployment needs two replicas',
    'readinessProbe has to ask /ready',
    'terminationGracePeriodSeconds has to be',
    'there is no ConfigMap "other"',
    'the health check of database needs --host',
    'the Ingress needs ingressClassName',
    '"http2" at "listen" is deprecated',
    'there is no "proxy_buffering off;"',
    '[Service] needs DynamicUser=yes',
    'ExecStart has to be node itself',
  ])
    expect(said).toContain(problem);
});

it('An alert or a panel that asks for what the server does not export is noticed.', { timeout: 60_000 }, async () => {
  const { code, said } = await checkWith({
    'deploy/alerts.yml': [
      ['jobs_total{outcome="dead"}', 'jobs_given_up_total{outcome="dead"}'],
      ['db_pool_connections{state="waiting"}', 'db_pool_connections{stage="waiting"}'],
      ['nodejs_eventloop_lag_max_seconds > 0.5', 'nodejs_eventloop_lag_max_seconds >'],
    ],
    'deploy/grafana.json': [['process_resident_memory_bytes{', 'process_memory_bytes{']],
  });
  expect(code).toBe(1);
  for (const problem of [
    'EmberkinJobsDead: the server exports no "jobs_given_up_total"',
    'EmberkinPoolWaiting: "db_pool_connections" has no label "stage"',
    'EmberkinEventLoop: "nodejs_eventloop_lag_max_seconds >" is not PromQL',
    'Memory: the server exports no "process_memory_bytes"',
  ])
    expect(said).toContain(problem);
});

it('The page of settings has each setting once, and no other.', { timeout: 60_000 }, async () => {
  const { code, said } = await checkWith({
    'docs/configuration.md': [
      ['| `DATABASE_POOL` |', '| `DATABASE_POOLS` |'],
      ['| `BACKUP_KEEP` |', '| `BACKUP_DIR`, `BACKUP_KEEP` |'],
    ],
  });
  expect(code).toBe(1);
  for (const problem of [
    /configuration\.md:\d+ the server has no setting DATABASE_POOLS/,
    /configuration\.md:1 the setting DATABASE_POOL is missing/,
    /configuration\.md:\d+ BACKUP_DIR stands here twice/,
    /3 problems/,
  ])
    expect(said).toMatch(problem);
});

it('Each rule for the workflow of a release is noticed when it is broken.', { timeout: 60_000 }, async () => {
  const file = '.github/workflows/release.yml';
  const say = async (...edits: [string, string][]) => (await checkWith({ [file]: edits })).said;
  // What the parser says ends the check of the file.
  expect(await say(['runs-on:', 'run-on:'], ['vars.EMBERKIN_IMAGE', 'bars.EMBERKIN_IMAGE'])).toMatch(
    /release\.yml:13 Unexpected value 'run-on'[\s\S]*release\.yml:16 Unrecognized named-value: 'bars'/,
  );
  const said = await say(
    ['jobs:', `jobs:${'\n'.repeat(20)}`],
    ["tags: ['v*.*.*']", 'branches: [main]'],
    ['packages: write', 'packages: write\n  issues: write'],
    ['- run: npm run check', '- uses: somebody/check@v1\n      - run: npm run checks'],
    ['docker buildx create --use', 'true'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the workflow
    ['"$IMAGE"', '"${{ vars.EMBERKIN_IMAGE }}"'],
    ['--sbom=true ', ''],
  );
  for (const problem of [
    'a workflow has at most 60 lines',
    'the only event is a tag: push, tags v*.*.*',
    'permissions are contents: read and packages: write',
    'the steps are actions/checkout and actions/setup-node, and lines to run after them',
    'takes values from env, not from expressions',
    'package.json has no script "checks"',
    'there is no step with docker buildx create --use',
    'there is no step with docker buildx build --platform linux/amd64,linux/arm64 --sbom=true',
  ])
    expect(said).toContain(problem);
});
