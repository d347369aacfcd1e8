import type { Signatures } from '#platform/keys/signatures.ts';
import { bytesOf, idOf, openToken, signedToken } from '#platform/keys/signed-tokens.ts';

/** The mission and the member that a share link shows. */
export interface Shared {
  readonly mission_id: string;
  readonly user_id: string;
}

const PURPOSE = 'share';

/**
 * The path of the page that a share link leads to: both ids and a signature in 64 characters, so that nobody can guess
 * one.
 */
export const signedSharePath = (signatures: Signatures, { mission_id, user_id }: Shared): string =>
  `/share/${signedToken(signatures, PURPOSE, bytesOf(mission_id), bytesOf(user_id))}`;

/** The ids in a token of `signedSharePath`; null for a changed or invented one. */
export function readShareToken(signatures: Signatures, token: string): Shared | null {
  const [mission, user] = openToken(signatures, PURPOSE, 2, token) ?? [];
  return mission && user ? { mission_id: idOf(mission), user_id: idOf(user) } : null;
}

/** The picture of the page at `path`. */
export const sharePicturePath = (path: string): string => `${path}/picture.png`;
