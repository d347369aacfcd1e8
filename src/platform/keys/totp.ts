import { SECOND_MS } from '#platform/lib/durations.ts';

/** A code is valid in its own 30 s and for 30 s before and after, because clocks differ. */
const TOLERANCE_S = 30;

/**
 * Returns the time step of a code (RFC 6238), or null if it is wrong. Callers accept each step once. Imports the
 * library for the first code.
 */
export async function findTotpStep(secret: string, code: string, now: Date): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null;
  const { verifySync } = await import('otplib');
  const epoch = Math.floor(now.getTime() / SECOND_MS);
  const result = verifySync({ strategy: 'totp', secret, token: code, epoch, epochTolerance: TOLERANCE_S });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

/** Creates a secret with the URI that authenticator apps import. */
export async function createTotp(issuer: string, label: string): Promise<{ secret: string; uri: string }> {
  const { generateSecret, generateURI } = await import('otplib');
  const secret = generateSecret();
  return { secret, uri: generateURI({ issuer, label, secret }) };
}
