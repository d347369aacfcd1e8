import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { installPackages } from './install.mjs';
import { ROOT, run, tool } from './processes.mjs';
import { stopWithParent } from './stop-with-parent.mjs';

/**
 * Reads the document of the API as outsiders do, since one that only our own tests read says what we meant: from a
 * server that was really started, with two linters that allow no warning and three generators of clients, whose code is
 * checked strictly, leaves nothing of a request without a type, and then ticks and posts a photo. These programs have a
 * package and a lock of their own, as they bring 700 packages, another TypeScript and another pace of releases; they
 * are the last releases for Node 20. JSON comes first among the bodies of a call, because two of the generators know
 * the first alone.
 */
const ROOM = join(ROOT, 'tools/api');
const OUT = join(ROOM, 'generated');
const START_MS = 120_000;

stopWithParent();

/** The programs report to nobody and look for no newer versions of themselves. */
const ALONE = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', DO_NOT_TRACK: '1' };

/** Runs programs of the room side by side; throws with the output of those that failed. */
async function all(...commands) {
  const ends = await Promise.all(commands.map((command) => run(command, { quiet: true, cwd: ROOM, env: ALONE })));
  const failed = ends.filter(({ code }) => code !== 0);
  if (failed.length > 0) throw new Error(failed.map(({ text }) => text.trim()).join('\n'));
}

async function findPort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Starts the server from its sources with a database of its own, and answers how to stop it. */
async function startServer(url, port, data) {
  // Nothing else of this shell, nor an .env of the project: they may name a real database.
  const { PATH = '', HOME = '' } = process.env;
  const own = { PORT: String(port), PUBLIC_URL: url, DATA_DIR: data, PLANS: 'off', LOG_LEVEL: 'error' };
  const env = { PATH, HOME, ...own, RATE_LIMITS: 'off' };
  const [file, ...args] = tool('tsx', join(ROOT, 'src/server/main.ts'));
  const server = spawn(file, args, { cwd: data, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const output of [server.stdout, server.stderr])
    output.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
  const ended = once(server, 'exit');
  const stop = async () => {
    if (server.exitCode === null) server.kill('SIGTERM');
    await ended;
  };
  const limit = Date.now() + START_MS;
  while (
    !(await fetch(`${url}/ready`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (server.exitCode !== null || Date.now() > limit) {
      await stop();
      throw new Error(`The server did not start:\n${text}`);
    }
    await new Promise((done) => setTimeout(done, 100));
  }
  return stop;
}

async function send(url, path, body, token) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** An API token of a new user, as outsiders get one. */
async function makeToken(url) {
  const account = { name: 'Ada', email: 'ada@emberkin.test', password: 'correct horse' };
  const session = await send(url, '/api/auth/register', account);
  const { token } = await send(url, '/api/tokens', { name: 'Check', scope: 'write' }, session.access_token);
  return token;
}

/** The command line of a program that is installed in the room. */
function roomTool(home, program, ...args) {
  const { bin } = JSON.parse(readFileSync(join(ROOM, 'node_modules', home, 'package.json'), 'utf8'));
  return [process.execPath, join(ROOM, 'node_modules', home, bin[program]), ...args];
}

async function check(url) {
  const file = join(OUT, 'openapi.json');
  writeFileSync(file, await (await fetch(`${url}/api/openapi.json`)).text());
  await all(
    roomTool('@redocly/cli', 'redocly', 'lint', '--config', 'redocly.yaml', file),
    roomTool('@stoplight/spectral-cli', 'spectral', 'lint', '--fail-severity', 'hint', '-r', '.spectral.yaml', file),
    [process.execPath, 'generate.mjs', OUT],
  );
  const red = { create: { width: 640, height: 400, channels: 3, background: '#b5472f' } };
  await sharp(red).jpeg().toFile(join(OUT, 'photo.jpg'));
  const env = { EMBERKIN_URL: url, EMBERKIN_TOKEN: await makeToken(url) };
  await all(roomTool('typescript', 'tsc', '-p', '.'), [process.execPath, 'untyped.mjs', OUT]);
  const { code, text } = await run(tool('tsx', join(ROOM, 'clients/run.ts')), { quiet: true, env });
  if (code !== 0) throw new Error(text.trim());
  console.log(text.trim());
}

await installPackages(ROOM);
rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
const port = await findPort();
const url = `http://127.0.0.1:${port}`;
const data = mkdtempSync(join(tmpdir(), 'emberkin-api-'));
let stop;
try {
  stop = await startServer(url, port, data);
  await check(url);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await stop?.();
  rmSync(data, { recursive: true, force: true });
}
