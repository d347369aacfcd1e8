import { getToken } from '#web/lib/session/token.ts';
import { all } from './elements.ts';

export type OwnIds = Readonly<Record<string, string>>;

async function ask<T>(path: string, token: string): Promise<T | null> {
  try {
    const answer = await fetch(path, { headers: { authorization: `Bearer ${token}` } });
    return answer.ok ? ((await answer.json()) as T) : null;
  } catch {
    return null;
  }
}

/** The ids and the day of who is signed in in this browser; null for a visitor, and where the server does not know. */
export async function findOwnIds(): Promise<OwnIds | null> {
  const token = getToken();
  if (!token) return null;
  const [me, missions] = await Promise.all([
    ask<{ id: string; today: string }>('/api/me', token),
    ask<{ id: string }[]>('/api/missions?limit=1', token),
  ]);
  const mission = missions?.[0]?.id;
  return me && { USER_ID: me.id, TODAY: me.today, ...(mission && { MISSION_ID: mission }) };
}

/** Writes them into the examples. */
export function fillInIds(own: OwnIds): void {
  for (const place of all('[data-own]')) {
    const id = own[place.dataset.own ?? ''];
    if (id) place.textContent = id;
  }
}
