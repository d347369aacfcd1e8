import type { Today, TodayPost } from '#contract/dashboard.ts';
import { useMe } from '#web/data/me.ts';
import { useOutbox } from '#web/data/outbox/use-outbox.ts';
import { StillOut } from '#web/features/members/public.ts';
import { pendingReactions, Reactions, useReactions } from '#web/features/reactions/public.ts';
import { TodayOthers } from './today-others.tsx';

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
