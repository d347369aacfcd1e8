/**
 * Installs the packages of production for arm64 into a folder of its own, as the Dockerfile does on another machine, and
 * ends with 1 when a program or library among them is for another one. It needs the registry of npm.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ARM64, listMachines } from './elf.mjs';
import { ROOT, run } from './processes.mjs';

const folder = mkdtempSync(join(tmpdir(), 'emberkin-arm64-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const name of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(ROOT, name), join(folder, name));
const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];
const args = ['ci', '--omit=dev', '--os=linux', '--libc=glibc', '--cpu=arm64', '--loglevel=error'];
const { code, text } = await run([...npm, ...args], { quiet: true, cwd: folder });
const files = code === 0 ? listMachines(folder) : [];
const foreign = files.filter(({ machine }) => machine !== ARM64);
if (code !== 0) console.error(`npm ci for arm64 failed:\n${text.trim()}`);
for (const { file, machine } of foreign)
  console.error(`${file} is for the machine ${machine}, not for arm64 (${ARM64})`);
if (files.length === 0 || foreign.length > 0) process.exitCode = 1;
else console.log(`${files.length} programs and libraries of packages are for arm64.`);
