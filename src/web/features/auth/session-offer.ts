import { acceptSessionOffer, logout, me } from '#contract/auth.ts';
import { fetchFrom } from '#platform/web/lib/api/api.ts';
import { getToken } from '#platform/web/lib/session/session.ts';
import { clearDrafts } from '#web/data/drafts.ts';
import { eraseDevice } from '#web/data/offline/erase-device.ts';
import type { SignInAnswer } from './queries.ts';

/** The session that the server offers to whoever has just come back from the single sign-on provider. */
export const acceptOffer = (): Promise<SignInAnswer> => fetchFrom(acceptSessionOffer, {}, null);

/**
 * Before a session begins: logs out whoever else is signed in here, which only a sign-in that began on another page can
 * meet, and erases what this device holds of them.
 */
export async function signOutOtherUser({ user }: SignInAnswer): Promise<void> {
  const token = getToken();
  if (token === null) return;
  // Not by `call`: a session that is over needs no word here.
  const other = await fetchFrom(me, {}, token).catch(() => null);
  if (other === null || other.id === user.id) return;
  await fetchFrom(logout, {}, token).catch(() => undefined);
  await eraseDevice();
  clearDrafts();
}
