import type { Signatures } from './signatures.ts';

/** The mission and the member that a share link shows. */
export interface Shared {
  readonly mission_id: string;
  readonly user_id: string;
}

const PURPOSE = 'share';
const ID_BYTES = 16;
const TOKEN = /^[\w-]{64}$/;

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');
const idOf = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/**
 * The path of the page that a share link leads to: both ids and a signature in 64 characters, so that nobody can guess
 * one.
 */
export function signedSharePath(signatures: Signatures, { mission_id, user_id }: Shared): string {
  const ids = Buffer.concat([bytesOf(mission_id), bytesOf(user_id)]);
  return `/share/${Buffer.concat([ids, signatures.sign(PURPOSE, ids)]).toString('base64url')}`;
}

/** The ids in a token of `signedSharePath`; null for a changed or invented one. */
export function readShareToken(signatures: Signatures, token: string): Shared | null {
  if (!TOKEN.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  const ids = bytes.subarray(0, 2 * ID_BYTES);
  if (!signatures.fits(PURPOSE, ids, bytes.subarray(2 * ID_BYTES))) return null;
  return { mission_id: idOf(ids.subarray(0, ID_BYTES)), user_id: idOf(ids.subarray(ID_BYTES)) };
}

/** The picture of the page at `path`. */
export const sharePicturePath = (path: string): string => `${path}/picture.png`;
