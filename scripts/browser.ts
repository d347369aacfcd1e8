import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, SetupError, tool } from './processes.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const SHELL = 'chromium-headless-shell';
const MINUTES = 60_000;

/**
 * Finds a Chromium or Chrome: CHROME_PATH, an installed browser, Playwright's download, or as root apt's package.
 * Throws one error that names these four if none works.
 */
export async function findBrowser(): Promise<string> {
  const named = process.env.CHROME_PATH;
  if (named) {
    if (isProgram(named)) return named;
    throw new SetupError(`CHROME_PATH names ${named}, which is not a program.`);
  }
  const ways = [installed, async () => [await playwrightsOwn()], downloaded, fromApt];
  for (const way of ways) {
    for (const path of await way()) if (isProgram(path) && (await works(path))) return path;
  }
  throw new SetupError(
    'No browser was found for the tests: set CHROME_PATH, install Chromium or Chrome, run "npx playwright install chromium", or as root "apt-get install chromium".',
  );
}

/**
 * Finds an installed headless shell of Chromium. Journeys take a third less processor time in it. Returns undefined
 * without one, or if CHROME_PATH names another browser. The shell has no installed apps, notifications or profiles.
 */
export async function findShell(): Promise<string | undefined> {
  if (process.env.CHROME_PATH) return undefined;
  for (const dir of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(dir, SHELL);
    if (isProgram(path) && (await works(path))) return path;
  }
  return undefined;
}

function installed(): string[] {
  const { PATH = '', HOME = '', ProgramFiles, LOCALAPPDATA } = process.env;
  if (process.platform === 'win32') {
    return [ProgramFiles, process.env['ProgramFiles(x86)'], LOCALAPPDATA]
      .filter((dir) => dir !== undefined)
      .flatMap((dir) => ['Google\\Chrome', 'Chromium'].map((name) => join(dir, name, 'Application\\chrome.exe')));
  }
  const onPath = PATH.split(delimiter).flatMap((dir) => NAMES.map((name) => join(dir, name)));
  const apps = ['/Applications', join(HOME, 'Applications')].flatMap((dir) =>
    ['Google Chrome', 'Chromium'].map((name) => join(dir, `${name}.app/Contents/MacOS/${name}`)),
  );
  const places = ['/usr/bin', '/usr/local/bin', '/snap/bin'].flatMap((dir) => NAMES.map((name) => join(dir, name)));
  return [...onPath, ...(process.platform === 'darwin' ? apps : [...places, '/opt/google/chrome/chrome'])];
}

async function playwrightsOwn(): Promise<string> {
  const { chromium } = await import('@playwright/test');
  return chromium.executablePath();
}

async function downloaded(): Promise<string[]> {
  console.log('No browser found: Playwright downloads Chromium ...');
  const { code } = await run(tool('playwright', 'install', 'chromium'), { quiet: true, timeout_ms: 10 * MINUTES });
  return code === 0 ? [await playwrightsOwn()] : [];
}

async function fromApt(): Promise<string[]> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return [];
  console.log('Installing chromium with apt-get ...');
  const options = { quiet: true, timeout_ms: 10 * MINUTES, env: { DEBIAN_FRONTEND: 'noninteractive' } };
  await run(['/usr/bin/apt-get', 'update'], options);
  // Some distributions lack the shell.
  for (const name of ['chromium', SHELL])
    await run(['/usr/bin/apt-get', 'install', '-y', '--no-install-recommends', name], options);
  return installed();
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** On Linux, a browser can lack its libraries, or be a placeholder that only says how to install it. */
async function works(path: string): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  return (await run([path, '--version'], { quiet: true, timeout_ms: 20_000 })).code === 0;
}
