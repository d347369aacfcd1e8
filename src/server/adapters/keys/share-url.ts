import type { Signatures } from './signatures.ts';

/** Whose figures of which mission a share link shows. */
export interface Shared {
  readonly mission_id: string;
  readonly user_id: string;
}

const PURPOSE = 'share';
const ID_BYTES = 16;
const TOKEN = /^[\w-]{64}$/;

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');
const idOf = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** The path of the page that share links lead to: both ids and a seal in 64 characters, so that nobody can make one up. */
export function signedSharePath(signatures: Signatures, { mission_id, user_id }: Shared): string {
  const ids = Buffer.concat([bytesOf(mission_id), bytesOf(user_id)]);
  return `/share/${Buffer.concat([ids, signatures.seal(PURPOSE, ids)]).toString('base64url')}`;
}

/** What a token of `signedSharePath` stands for; null for a changed or invented one. */
export function readShareToken(signatures: Signatures, token: string): Shared | null {
  if (!TOKEN.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  const ids = bytes.subarray(0, 2 * ID_BYTES);
  if (!signatures.fits(PURPOSE, ids, bytes.subarray(2 * ID_BYTES))) return null;
  return { mission_id: idOf(ids.subarray(0, ID_BYTES)), user_id: idOf(ids.subarray(ID_BYTES)) };
}

/** The picture of the page at `path`. */
export const sharePicturePath = (path: string): string => `${path}/picture.png`;
