import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '#platform/postgres/embedded.ts';
import { ROOT } from '#platform/start/root.ts';
import { DEMO_PASSWORD, emailOf } from '#tools/demo/fill.ts';
import { PEOPLE } from '#tools/demo/people.ts';
import { startServerProcess } from './child.ts';
import { conclude, type Verdict } from './report.ts';
import { findBrowserPath } from './web-browser.ts';
import { visitDashboard, visitLogin } from './web-first-visit.ts';
import { rateWithLighthouse } from './web-lighthouse.ts';

const built = (name: string) => join(ROOT, 'dist', 'server', name);

async function fillWithDemo(env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, [built('demo.js')], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The demo data could not be created (code ${code}).`);
}

/**
 * Measures the built product with the demo's data in a browser, with `--lighthouse` also its scores. Exits with 1 if a
 * limit is broken.
 */
async function main(): Promise<void> {
  const chrome = await findBrowserPath();
  const dataDir = await mkdtemp(join(tmpdir(), 'emberkin-bench-web-'));
  await chmod(dataDir, 0o755);
  const env = { DATA_DIR: dataDir, DATABASE_URL: '', LOG_LEVEL: 'warn' };
  const verdicts: Verdict[] = [];
  try {
    await fillWithDemo({ ...process.env, ...env });
    const server = await startServerProcess(built('main.js'), env, '/ready');
    try {
      verdicts.push(...(await visitLogin(chrome, server.url)));
      const account = { email: emailOf(PEOPLE[0]!), password: DEMO_PASSWORD };
      verdicts.push(...(await visitDashboard(chrome, server.url, account)));
      if (process.argv.includes('--lighthouse'))
        verdicts.push(...(await rateWithLighthouse(chrome, server.url, account)));
    } finally {
      await server.stop();
    }
  } finally {
    await (await startEmbedded({ dataDir })).stop();
    await rm(dataDir, { recursive: true, force: true });
  }
  process.exitCode = conclude(verdicts) ? 0 : 1;
}

await main();
