import type { register } from '#contract/auth.ts';
import { timezones, updateProfile } from '#contract/profile.ts';
import type { Answer } from '#platform/contract/endpoint.ts';
import { fetchFrom } from '#platform/web/lib/api/api.ts';
import { deviceZone, knownZone } from './time-zone.ts';

const PATIENCE_MS = 10_000;

/**
 * Completes the profile of a new account with its name and this browser's zone, before its session starts.
 *
 * Returns the session unchanged if the server does not list the zone or a call fails. The profile form then follows.
 */
export async function completeProfile(session: Answer<typeof register>): Promise<Answer<typeof register>> {
  const { access_token, user } = session;
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const timezone = knownZone(deviceZone(), await fetchFrom(timezones, { signal }, access_token));
    if (timezone === null) return session;
    const body = { name: user.name, bio: '', location: '', timezone };
    return { ...session, user: await fetchFrom(updateProfile, { body, signal }, access_token) };
  } catch {
    return session;
  }
}
