import { crc32, deflateSync } from 'node:zlib';

const HEADER_BYTES = 33;

/** Builds a PNG chunk with its checksum. */
export function pngChunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** Inserts chunks directly after the header of a PNG. */
export const insertChunks = (png: Buffer, ...chunks: Buffer[]): Buffer =>
  Buffer.concat([png.subarray(0, HEADER_BYTES), ...chunks, png.subarray(HEADER_BYTES)]);

/** Attaches a color profile without changing the pixels, which sharp cannot do. */
export const attachProfile = (png: Buffer, profile: Buffer): Buffer =>
  insertChunks(png, pngChunk('iCCP', Buffer.concat([Buffer.from('profile\0\0', 'latin1'), deflateSync(profile)])));
