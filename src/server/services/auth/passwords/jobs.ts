import * as z from 'zod/mini';
import { RESET_HOURS } from '#domain/limits.ts';
import { defineJob } from '#platform/jobs/job.ts';
import { MAIL_TRIES } from '#platform/jobs/retries.ts';
import { HOUR_MS } from '#platform/lib/durations.ts';
import { provenEmail, translateTo } from '../../../facts/users.ts';
import { layout } from '../../../mails/layout.ts';
import { createSessionToken, hashToken } from '../public.ts';
import { findByEmail } from '../sessions/queries.ts';
import { resetMail } from './mails.ts';
import { insertResetToken } from './queries.ts';

/**
 * Mails a reset link to an account with this address, if any. Creates the token here, so no job stores it in plain
 * text. A retry creates another token and revokes the previous token.
 */
export const sendResetLink = defineJob({
  name: 'send-reset-link',
  schema: z.object({ email: z.string() }),
  retry: { tries: MAIL_TRIES },
  handle: async ({ email }, { db, mail, clock, config }) => {
    const user = await findByEmail(db, email);
    if (!user) return;
    const token = createSessionToken();
    const now = clock.now();
    const expires_at = new Date(now.getTime() + RESET_HOURS * HOUR_MS);
    const stored = { user_id: user.id, email: user.email, token_hash: hashToken(token), expires_at };
    if (!(await db.transact((tx) => insertResetToken(tx, stored, now)))) return;
    const url = `${config.public_url}/reset-password?token=${token}`;
    const name = provenEmail(config, user) === null ? null : user.name;
    const t = translateTo(user);
    await mail.send({ to: user.email, ...layout(t, resetMail(t, { name, url, hours: RESET_HOURS }), config) });
  },
});
