import * as z from 'zod/mini';
import { ADMIN_IDLE_MINUTES, ADMIN_MAX_HOURS } from '#domain/limits.ts';
import { Id, Instant, Text } from '#platform/db/columns.ts';
import { unlessDiskFull } from '#platform/db/failures.ts';
import type { Db } from '#platform/db/open.ts';
import { firstRow } from '#platform/db/rows.ts';
import { HOUR_MS, MINUTE_MS } from '#platform/lib/durations.ts';
import { bearerOf, hashToken } from '../../services/auth/public.ts';

const Admin = z.object({ session_id: Id, username: Text });
export type Admin = z.output<typeof Admin>;

const AdminSessionRow = z.extend(Admin, { created_at: Instant, last_used_at: Instant });

/**
 * Finds the admin session of an `authorization` header (docs/rules.md#operator). Returns null if the token is unknown,
 * idle for 30 minutes, or older than 8 hours. It searches only admin sessions, so a user's token grants nothing here.
 */
export async function findAdmin(db: Db, header: string | undefined, now: Date): Promise<Admin | null> {
  const token = bearerOf(header);
  if (token === null) return null;
  const found = await firstRow(
    db,
    AdminSessionRow,
    'select id as session_id, username, created_at, last_used_at from admin_sessions where token_hash = $1',
    [hashToken(token)],
  );
  if (!found) return null;
  const { created_at, last_used_at, ...admin } = found;
  const idle = now.getTime() - Date.parse(last_used_at);
  const age = now.getTime() - Date.parse(created_at);
  if (idle >= ADMIN_IDLE_MINUTES * MINUTE_MS || age >= ADMIN_MAX_HOURS * HOUR_MS) {
    // Delete it, so that setting the clock back cannot revive it.
    await db.rows('delete from admin_sessions where id = $1', [admin.session_id]);
    return null;
  }
  // At most one write a minute, so few reads cause a write.
  if (idle > MINUTE_MS)
    await unlessDiskFull(db.rows('update admin_sessions set last_used_at = $2 where id = $1', [admin.session_id, now]));
  return admin;
}
