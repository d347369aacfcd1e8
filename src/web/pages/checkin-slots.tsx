import { EyeOff } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { User } from '#contract/auth.ts';
import type { Checkin } from '#contract/checkins.ts';
import type { Mission } from '#contract/missions.ts';
import type { CheckinSlots } from '#web/features/checkins/feed/checkin-item.tsx';
import { useFeedCache } from '#web/features/checkins/feed/feed-cache.ts';
import { HideDialog, ShowAgain } from '#web/features/checkins/feed/hide-checkin.tsx';
import { PostMenu } from '#web/features/safety/post-menu.tsx';
import { CheckinDiscussion, newDiscussionState } from './checkin-discussion.tsx';

/** Report and block, and for the owner of the mission hide. */
function CheckinMenu({ checkin }: { checkin: Checkin }) {
  const { id, user_id, user_name: name, can, hidden } = checkin;
  const [hiding, setHiding] = useState(false);
  const hide = { label: 'Hide...', icon: <EyeOff aria-hidden />, onSelect: () => setHiding(true) };
  return (
    <>
      <PostMenu
        post={{ kind: 'checkin', id, author: { user_id, name } }}
        canReport={can.report}
        before={can.hide && !hidden ? [hide] : []}
      />
      {hiding && <HideDialog checkinId={id} author={name} onClose={() => setHiding(false)} />}
    </>
  );
}

/**
 * What other features show with a check-in of the feed. The function stays the same while the members do, so that rows
 * which did not change are not rendered again.
 */
export function useCheckinSlots(
  { id: missionId, title, members }: Mission,
  me: User,
): (checkin: Checkin) => CheckinSlots {
  const onChange = useFeedCache(missionId);
  const [memory] = useState(newDiscussionState);
  return useCallback(
    (checkin) => ({
      menu: <CheckinMenu checkin={checkin} />,
      showAgain: checkin.can.hide && checkin.hidden && <ShowAgain checkinId={checkin.id} author={checkin.user_name} />,
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
    }),
    [title, members, me, memory, onChange],
  );
}
