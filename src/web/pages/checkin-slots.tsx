import { useCallback, useState } from 'react';
import type { User } from '#contract/auth.ts';
import type { Checkin } from '#contract/checkins.ts';
import type { Mission } from '#contract/missions.ts';
import type { CheckinSlots } from '#web/features/checkins/feed/checkin-item.tsx';
import { useFeedCache } from '#web/features/checkins/feed/feed-cache.ts';
import { PostMenu } from '#web/features/safety/post-menu.tsx';
import { ShowAgain } from '#web/features/safety/show-again.tsx';
import { CheckinDiscussion, newTalkMemory } from './checkin-discussion.tsx';

/**
 * What other features hang on a check-in of the feed. The function stays the same while the members do, so that rows
 * which did not change are not drawn again.
 */
export function useCheckinSlots(
  { id: missionId, title, members }: Mission,
  me: User,
): (checkin: Checkin) => CheckinSlots {
  const onChange = useFeedCache(missionId);
  const [memory] = useState(newTalkMemory);
  return useCallback(
    (checkin) => {
      const { id, user_id, user_name: name, can, hidden } = checkin;
      return {
        menu: (
          <PostMenu
            post={{ kind: 'checkin', id, author: { user_id, name } }}
            canReport={can.report}
            canHide={can.hide && !hidden}
          />
        ),
        showAgain: can.hide && hidden && <ShowAgain checkinId={id} name={name} />,
        under: (actions) => (
          <CheckinDiscussion
            checkin={checkin}
            missionTitle={title}
            members={members}
            me={me}
            memory={memory}
            onChange={onChange}
            actions={actions}
          />
        ),
      };
    },
    [title, members, me, memory, onChange],
  );
}
