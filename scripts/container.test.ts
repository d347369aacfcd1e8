import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { register } from '#contract/auth.ts';
import { uploadAvatar } from '#contract/profile.ts';
import { type Account, isRoot, serverAccount } from '#server/db/embedded/user.ts';
import { findPort } from '#server/testing/find-port.ts';
import { flatPng } from '#server/testing/flat-png.ts';

const MINUTES = 60_000;

interface Image {
  readonly node: string;
  readonly workdir: string;
  readonly env: Record<string, string>;
  readonly command: string[];
  readonly megabytes: number;
}

let folder: string;
let image: Image;
let account: Partial<Account>;
let url: string;
let server: ChildProcess;
let said = '';

/** Runs Node in the image, with its environment alone, as an account that owns nothing but the data. */
function runNode(args: string[], env: Record<string, string> = {}): ChildProcess {
  const { uid, gid } = account;
  return spawn(image.node, args, {
    cwd: join(folder, image.workdir),
    env: { ...image.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined || gid === undefined ? {} : { uid, gid }),
  });
}

async function outputOf(child: ChildProcess): Promise<string> {
  let text = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  const [code] = (await once(child, 'close')) as [number];
  return `${text.trim()} (${code})`.trim();
}

// Windows has neither such containers nor accounts by number.
describe.skipIf(process.platform === 'win32')('the last stage of the Dockerfile', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'emberkin-image-'));
    await chmod(folder, 0o755);
    const script = join(import.meta.dirname, 'container.mjs');
    const { stdout } = await promisify(execFile)(process.execPath, [script, folder]);
    image = JSON.parse(stdout) as Image;
    account = isRoot() ? await serverAccount(join(folder, 'data')) : {};
    await mkdir(join(folder, 'data'), { mode: 0o700 });
    if (isRoot()) await chown(join(folder, 'data'), account.uid!, account.gid!);
    const port = await findPort();
    url = `http://127.0.0.1:${port}`;
    // What a test cannot have as in a container: the folder /data, and the port for itself.
    const env = { DATA_DIR: join(folder, 'data'), HOST: '127.0.0.1', PORT: String(port) };
    expect(image.command[0]).toBe('node');
    server = runNode(image.command.slice(1), env);
    for (const stream of [server.stdout!, server.stderr!])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
    const isReady = () =>
      fetch(`${url}/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isReady())) {
      if (server.exitCode !== null) throw new Error(`The server did not start: ${said}`);
      await wait(100);
    }
  }, 5 * MINUTES);

  afterAll(async () => {
    if (server && server.exitCode === null) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  }, MINUTES);

  it("It runs under the container's major of Node, in production, with all programs that it needs.", async () => {
    expect(image.env).toEqual({ NODE_ENV: 'production', HOST: '0.0.0.0', DATA_DIR: '/data' });
    expect(await outputOf(runNode(['--version']))).toMatch(/^v24\.\d+\.\d+ \(0\)$/);
    expect(said).toContain('Emberkin is ready:');
  });

  it('Its size is that of its files.', async () => {
    const files = await readdir(join(folder, image.workdir), { recursive: true, withFileTypes: true });
    const sizes = files
      .filter((one) => one.isFile())
      .map(async (one) => (await stat(join(one.parentPath, one.name))).size);
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(image.megabytes).toBe(Math.round(bytes / 1_000_000));
  });

  it('It serves the pages, makes an account, and re-encodes a picture.', async () => {
    const page = await fetch(`${url}/login`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const body = JSON.stringify({ name: 'Ana', email: 'ana@example.com', password: 'a long campfire' });
    const headers = { 'content-type': 'application/json' };
    const session = await fetch(url + register.path, { method: 'POST', headers, body });
    expect(session.status).toBe(200);
    const { access_token } = (await session.json()) as { access_token: string };
    const form = new FormData();
    form.set('avatar', new Blob([flatPng(64, 64)], { type: 'image/png' }), 'me.png');
    const authorization = `Bearer ${access_token}`;
    const upload = await fetch(url + uploadAvatar.path, { method: 'POST', headers: { authorization }, body: form });
    const { avatar_url } = (await upload.json()) as { avatar_url: string };
    const picture = await fetch(new URL(avatar_url, url));
    expect([upload.status, picture.status, picture.headers.get('content-type')]).toEqual([200, 200, 'image/webp']);
  });

  it('Every package that is not in the build can be loaded.', async () => {
    const { default: config } = await import('../vite.server.config.ts');
    const external = (config as { ssr: { external: string[] } }).ssr.external;
    expect(external).toContain('sharp');
    const program = external.map((name) => `await import('${name}');`).join(' ');
    expect(await outputOf(runNode(['--input-type=module', '-e', program]))).toBe('(0)');
  });

  it('It writes to its data alone, and stops in order when it is told to.', async () => {
    server.kill('SIGTERM');
    const [code] = (await once(server, 'exit')) as [number];
    expect(code).toBe(0);
    expect((await readdir(join(folder, image.workdir))).sort()).toEqual([
      'dist',
      'node_modules',
      'package.json',
      'src',
    ]);
    expect(await readdir(join(folder, 'data'))).toEqual(expect.arrayContaining(['media', 'postgres', 'secret-key']));
  });
});
