import type { User } from '#contract/auth.ts';
import type { Checkin } from '#contract/checkins.ts';
import { useT } from '#platform/web/lib/language.ts';
import { useOutbox } from '#web/data/outbox/use-outbox.ts';
import { pendingReactions, Reactions, useJointReactions } from '#web/features/reactions/public.ts';

interface JointReactionsProps {
  checkins: readonly Checkin[];
  missionTitle: string;
  me: User;
}

export function JointReactions({ checkins, missionTitle, me }: JointReactionsProps) {
  const t = useT();
  const items = useOutbox();
  const pendingOf = (checkinId: string) => pendingReactions(items, checkinId);
  const { shown, pending, press } = useJointReactions({ checkins, missionTitle, me, pendingOf });
  return (
    <Reactions
      summary={shown}
      pending={pending}
      onPress={press}
      label={t('app.checkins.day.reactions', { count: checkins.length })}
    />
  );
}
