import type { joinMission as endpoint } from '#contract/missions-join.ts';
import { dayOf } from '#domain/days.ts';
import type { Answer } from '#platform/contract/endpoint.ts';
import type { Db } from '#platform/db/open.ts';
import { fail } from '#platform/http/errors.ts';
import type { Translate } from '#platform/i18n/translate.ts';
import type { UserRow } from '../../../facts/users.ts';
import { insertMember } from '../public.ts';
import { lockByCode } from './access.ts';

/** Joins the mission of an invitation code; null for an unknown code (docs/rules.md#members). */
export const joinMission = (
  db: Db,
  t: Translate,
  user: UserRow,
  code: string,
  now: Date,
): Promise<Answer<typeof endpoint> | null> =>
  db.transact(async (tx) => {
    const mission = await lockByCode(tx, user, code, now);
    if (mission === null) return null;
    const member = { mission_id: mission.id, user_id: user.id, joined_day: dayOf(now, user.timezone) };
    const outcome = await insertMember(tx, member, now);
    if (outcome === 'already_member') fail('already_member', { mission_id: mission.id });
    if (outcome !== 'joined') fail(outcome);
    tx.changed({ mission_id: mission.id }, 'mission');
    return { message: t('server.answers.joined'), mission_id: mission.id };
  });
