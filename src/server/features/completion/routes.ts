import * as contract from '#contract/completion.ts';
import { fail } from '#platform/http/errors.ts';
import type { Serve } from '#platform/http/serve.ts';
import type { Deps } from '../../app/deps.ts';
import { readStanding } from '../../life/public.ts';
import { canStartNext, requireMember } from '../missions/access.ts';
import { signedSharePath } from '../sharing/public.ts';
import { completeMission } from './commands.ts';
import { listFinishers } from './public.ts';
import * as queries from './queries.ts';
import { toCompletion, toReward, toRoad } from './view.ts';

export function completionRoutes(serve: Serve, { db, live, config, signatures }: Deps): void {
  serve(contract.completeMission, ({ user, params, now }) => completeMission(db, user, params.id, now));

  serve(contract.getCompletion, async ({ user, params, reads_only, now, t }) => {
    const mission = await requireMember(db, user, params.id);
    const [rows, { next_round, with_content_count, ...amounts }, reactions, days] = await Promise.all([
      listFinishers(db, mission.id),
      queries.findOwn(db, mission.id, { id: user.id, reads_only }, now),
      queries.countReactionsGiven(db, mission.id),
      readStanding(db, user.id, now),
    ]);
    if (!rows.some((row) => row.user_id === user.id) || !days.found.missions.has(mission.id)) fail('mission_not_found');
    const viewer = {
      id: user.id,
      with_content_count,
      ...toRoad(mission, amounts),
      reactions_given: reactions.find((row) => row.user_id === user.id)?.reactions_given ?? 0,
      most_reactions_given: Math.max(0, ...reactions.map((row) => row.reactions_given)),
    };
    const path = signedSharePath(signatures, { mission_id: mission.id, user_id: user.id });
    const round = {
      can_start_next: next_round === null && canStartNext(mission, user.id, now),
      next_round,
    };
    return {
      ...toCompletion(t, mission, rows, viewer, days, { public_url: config.public_url, path }),
      ...round,
    };
  });

  serve(contract.settleReward, requireMember, async ({ user, params, body, now }) => {
    const mission = await requireMember(db, user, params.id);
    const reward = { mission_id: mission.id, ...body };
    const settled = await queries.setRewardDone(db, reward, now);
    if (settled) live.hint({ mission_id: mission.id }, 'mission');
    const rows = await listFinishers(db, mission.id);
    if (!rows.some((row) => row.user_id === body.user_id)) fail('member_not_found');
    return (settled && toReward(mission, rows)) || fail('reward_not_earned');
  });
}
