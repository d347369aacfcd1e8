import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const { ARM64, listMachines } = await import(pathToFileURL(join(import.meta.dirname, 'elf.mjs')).href);

/** The beginning of a program for a machine, with the lowest byte first or last. */
function header(machine: number, lowestFirst = true): Buffer {
  const bytes = Buffer.alloc(64);
  bytes.write('\x7fELF', 'latin1');
  bytes[5] = lowestFirst ? 1 : 2;
  if (lowestFirst) bytes.writeUInt16LE(machine, 18);
  else bytes.writeUInt16BE(machine, 18);
  return bytes;
}

it('Each program and library below a folder is listed with its machine, and nothing else is.', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'emberkin-elf-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'deep/down'), { recursive: true });
  await writeFile(join(folder, 'arm64.so'), header(ARM64));
  await writeFile(join(folder, 'deep/down/x64.node'), header(62));
  await writeFile(join(folder, 'big-endian'), header(22, false));
  await writeFile(join(folder, 'short'), '\x7fEL');
  await writeFile(join(folder, 'index.js'), 'export default 1; // longer than a header');
  const machines: { file: string; machine: number }[] = listMachines(folder);
  expect(machines.sort((a, b) => a.file.localeCompare(b.file))).toEqual([
    { file: 'arm64.so', machine: 183 },
    { file: 'big-endian', machine: 22 },
    { file: 'deep/down/x64.node', machine: 62 },
  ]);
});

interface LockedPackage {
  readonly version: string;
  readonly dev?: boolean;
  readonly os?: string[];
  readonly cpu?: string[];
  readonly libc?: string[];
}

it('Each package of production for Linux on x64 has the same one for arm64 in the lockfile.', async () => {
  const lock = JSON.parse(await readFile(join(import.meta.dirname, '../package-lock.json'), 'utf8'));
  const packages = lock.packages as Record<string, LockedPackage>;
  const bound = Object.entries(packages).filter(
    ([, { dev, os, cpu }]) => !dev && cpu?.includes('x64') && (!os || os.includes('linux')),
  );
  // The database, and what makes pictures and hashes: with fewer this test would look at nothing.
  expect(bound.length).toBeGreaterThanOrEqual(5);
  for (const [name, { version, libc }] of bound) {
    const twin = name.replace('x64', 'arm64');
    expect([twin, packages[twin]]).toEqual([twin, expect.objectContaining({ version, cpu: ['arm64'] })]);
    expect([twin, packages[twin]?.libc]).toEqual([twin, libc]);
  }
});
