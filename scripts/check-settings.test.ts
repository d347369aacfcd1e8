import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const FILES = ['.env.example', 'compose.yaml', 'compose.build.yaml', 'deploy', 'docs/configuration.md'];

async function checkWith(changes: Record<string, [string, string][]>): Promise<{ code: number | null; said: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'emberkin-settings-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of FILES) await cp(join(ROOT, name), join(folder, name), { recursive: true });
  for (const [name, edits] of Object.entries(changes)) {
    let text = await readFile(join(folder, name), 'utf8');
    for (const [from, to] of edits) {
      expect(text, `${name} has ${from}`).toContain(from);
      text = text.replace(from, to);
    }
    await writeFile(join(folder, name), text);
  }
  const args = [join(ROOT, 'scripts/check-settings.ts'), folder];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { code: status, said: stdout + stderr };
}

it('passes for the files of the project', { timeout: 60_000 }, async () => {
  expect(await checkWith({})).toMatchObject({ code: 0 });
});

it('reports an unknown, a missing, a repeated and a wrongly described setting', { timeout: 60_000 }, async () => {
  const { code, said } = await checkWith({
    'docs/configuration.md': [
      ['| `DATABASE_POOL` |', '| `DATABASE_POOLS` |'],
      ['| `BACKUP_KEEP` |', '| `BACKUP_DIR`, `BACKUP_KEEP` |'],
      ['the port of the server', 'the ports of the server'],
    ],
  });
  expect(code).toBe(1);
  for (const problem of [
    /configuration\.md:\d+ the server has no setting DATABASE_POOLS/,
    /configuration\.md:1 the setting DATABASE_POOL is missing/,
    /configuration\.md:\d+ BACKUP_DIR has a second row/,
    /configuration\.md:\d+ PORT is described as "the port of the server"/,
  ])
    expect(said).toMatch(problem);
});

it('reports unknown settings in the files that run a server', { timeout: 60_000 }, async () => {
  const { code, said } = await checkWith({
    '.env.example': [['# ADMIN_PASSWORD=', '# ADMIN_PASSWORT=']],
    'compose.yaml': [['HOST: 0.0.0.0', 'HOSTS: 0.0.0.0']],
    'deploy/kubernetes.yaml': [['S3_REGION: ', 'S3_AREA: ']],
    'deploy/emberkin.service': [['DATA_DIR=', 'DATA_FOLDER=']],
  });
  expect(code).toBe(1);
  for (const problem of [
    /^\.env\.example:26 the server has no setting ADMIN_PASSWORT$/m,
    /^compose\.yaml:\d+ the server has no setting HOSTS$/m,
    /^deploy\/kubernetes\.yaml:\d+ the server has no setting S3_AREA$/m,
    /^deploy\/emberkin\.service:13 the server has no setting DATA_FOLDER$/m,
    /^4 problems\.$/m,
  ])
    expect(said).toMatch(problem);
});
