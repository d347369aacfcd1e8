import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';

/** What a program or library for arm64 has as its machine. */
export const ARM64 = 183;

const MAGIC = '7f454c46';
/** Where the header of an ELF file says how it orders bytes (1: the lowest first), and for which machine it is. */
const [ORDER, MACHINE] = [5, 18];

/** Every ELF file below a folder as `{ file, machine }`, by the number that its header has; `file` is relative to it. */
export function listMachines(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const header = readHeader(path);
    if (header.toString('hex', 0, 4) !== MAGIC) return [];
    const machine = header[ORDER] === 1 ? header.readUInt16LE(MACHINE) : header.readUInt16BE(MACHINE);
    return [{ file: path.slice(folder.length + 1), machine }];
  });
}

/** The first 20 bytes of a file, with zeros behind a shorter one. */
function readHeader(path) {
  const header = Buffer.alloc(MACHINE + 2);
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, header.length, 0);
  } finally {
    closeSync(file);
  }
  return header;
}
