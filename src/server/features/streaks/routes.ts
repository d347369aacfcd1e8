import * as contract from '#contract/streaks.ts';
import type { Serve } from '#platform/http/serve.ts';
import type { Deps } from '../../app/deps.ts';
import { readStanding } from '../../life/public.ts';
import { once } from '../../services/idempotency-keys/public.ts';
import { requireMember } from './access.ts';
import { createPause, removePause } from './pauses/commands.ts';
import { listPauses } from './queries.ts';
import { toStreak } from './view.ts';

export function streakRoutes(serve: Serve, deps: Deps): void {
  const { db } = deps;
  serve(contract.getStreak, requireMember, async ({ user, query: { mission_id }, now }) => {
    const days = mission_id === undefined ? null : await requireMember(db, user, mission_id, { now });
    if (days !== null) return toStreak(days, days.own);
    const own = await readStanding(db, user.id, now);
    return toStreak(own, own.found);
  });
  serve(contract.listPauses, ({ user }) => listPauses(db, user.id));
  serve(contract.createPause, ({ body, ...call }) =>
    once(deps, call, (tx) => createPause(tx, call.user.id, body, call.now)),
  );
  serve(contract.removePause, ({ user, params, now }) => removePause(db, user.id, params.id, now));
}
