import type { Signatures } from '#platform/keys/signatures.ts';
import { bytesOf, idOf, openToken, signedToken } from '#platform/keys/signed-tokens.ts';

/** The mission and the member that a share link shows. */
export interface Shared {
  readonly mission_id: string;
  readonly user_id: string;
}

const PURPOSE = 'share';

/** Returns the path of a share page. Both IDs and a signature in 64 characters make it impossible to guess. */
export const signedSharePath = (signatures: Signatures, { mission_id, user_id }: Shared): string =>
  `/share/${signedToken(signatures, PURPOSE, bytesOf(mission_id), bytesOf(user_id))}`;

/** Reads a token of `signedSharePath`. Returns null if the token was changed or invented. */
export function readShareToken(signatures: Signatures, token: string): Shared | null {
  const [mission, user] = openToken(signatures, PURPOSE, 2, token) ?? [];
  return mission && user ? { mission_id: idOf(mission), user_id: idOf(user) } : null;
}

/** Returns the path of the picture for the page at `path`. */
export const sharePicturePath = (path: string): string => `${path}/picture.png`;
