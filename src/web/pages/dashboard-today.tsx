import type { Today, TodayPost } from '#contract/dashboard.ts';
import { TodayOthers } from '#web/features/dashboard/today-others.tsx';
import { StillOut } from '#web/features/missions/page/still-out.tsx';
import { useOutbox } from '#web/features/outbox/use-outbox.ts';
import { useReactions } from '#web/features/reactions/queries.ts';
import { pendingReactions } from '#web/features/reactions/reaction-summary.ts';
import { Reactions } from '#web/features/reactions/reactions.tsx';
import { useMe } from '#web/lib/session/me.ts';

function PostReactions({ post }: { post: TodayPost }) {
  const me = useMe();
  const { checkin_id: id, mission_title: missionTitle } = post;
  const { shown, pending, press } = useReactions({
    checkin: { ...post, id },
    missionTitle,
    me,
    pending: pendingReactions(useOutbox(), id),
  });
  return <Reactions summary={shown} pending={pending} onPress={press} />;
}

/** What the others do today, for somebody who is done. Loaded only then. */
export function DashboardToday({ today }: { today: Today }) {
  const { timezone } = useMe();
  return (
    <TodayOthers
      today={today}
      zone={timezone}
      // On the day on which they joined nobody but the owner is offered to nudge.
      people={
        <StillOut
          people={today.still_out.map((person) => ({ ...person, can_nudge: person.can_nudge && !person.joined_today }))}
        />
      }
      reactions={(post) => <PostReactions post={post} />}
    />
  );
}
