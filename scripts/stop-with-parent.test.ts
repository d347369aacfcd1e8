import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'emberkin-npm-'));
  const watch = pathToFileURL(join(import.meta.dirname, 'stop-with-parent.mjs')).href;
  const program = `import { writeFileSync } from 'node:fs';
    import { stopWithParent } from '${watch}';
    stopWithParent();
    process.on('SIGTERM', () => { writeFileSync('stopped', 'in order'); process.exit(0); });
    setTimeout(() => process.exit(1), 15_000);
    console.log('started');`;
  await writeFile(join(folder, 'program.mjs'), program);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts: { start: 'node program.mjs' } }));
});

afterAll(() => rm(folder, { recursive: true }));

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'a program that npm started shuts down gracefully when npm receives %s',
  async (signal) => {
    const stopped = join(folder, 'stopped');
    await rm(stopped, { force: true });
    const npm = spawn('npm', ['start'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
    let output = '';
    for await (const chunk of npm.stdout) {
      output += chunk;
      if (/^started/m.test(output)) break;
    }
    npm.kill(signal);
    await once(npm, 'exit');
    await vi.waitFor(async () => expect(await readFile(stopped, 'utf8')).toBe('in order'), {
      timeout: 5000,
      interval: 100,
    });
  },
);
