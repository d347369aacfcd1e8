import { type ReactNode, useState } from 'react';
import type { User } from '#contract/auth.ts';
import type { Checkin } from '#contract/checkins.ts';
import type { Member } from '#contract/missions.ts';
import type { ChangeCheckin } from '#web/features/checkins/feed/feed-cache.ts';
import { CommentToggle } from '#web/features/comments/comment-toggle.tsx';
import { Comments } from '#web/features/comments/comments.tsx';
import { pendingComments } from '#web/features/comments/pending-comments.ts';
import { useCommentAnchor } from '#web/features/comments/use-comment-anchor.ts';
import { useOutbox } from '#web/features/outbox/use-outbox.ts';
import { useReactions } from '#web/features/reactions/queries.ts';
import { pendingReactions } from '#web/features/reactions/reaction-summary.ts';
import { Reactions } from '#web/features/reactions/reactions.tsx';
import { WhoReacted, WhoReactedToggle } from '#web/features/reactions/who-reacted.tsx';
import { PostMenu } from '#web/features/safety/post-menu.tsx';

/** What is open and typed under the check-ins of a page; it outlives their rows. */
export interface DiscussionState {
  open: Map<string, { names: boolean; comments: boolean }>;
  drafts: Map<string, string>;
}
export const newDiscussionState = (): DiscussionState => ({ open: new Map(), drafts: new Map() });

interface CheckinDiscussionProps {
  checkin: Checkin;
  missionTitle: string;
  members: readonly Member[];
  me: User;
  memory: DiscussionState;
  onChange: ChangeCheckin;
  /** The author's actions, between who reacted and the comments. */
  actions?: ReactNode;
}

/** What is shown under a check-in: reactions, who gave them, and comments. */
export function CheckinDiscussion({
  checkin,
  missionTitle,
  members,
  me,
  memory,
  onChange,
  actions,
}: CheckinDiscussionProps) {
  const { id } = checkin;
  const [open, setOpen] = useState(memory.open.get(id) ?? { names: false, comments: false });
  const changeOpen = (now: typeof open) => {
    memory.open.set(id, now);
    setOpen(now);
  };
  const anchor = useCommentAnchor(id);
  const [arrived, setArrived] = useState('');
  if (anchor.arrival !== arrived) {
    setArrived(anchor.arrival);
    if (anchor.arrival) changeOpen({ ...open, comments: true });
  }
  const items = useOutbox();
  const { shown, pending, press } = useReactions({
    checkin,
    missionTitle,
    me,
    pending: pendingReactions(items, id),
  });
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <Reactions summary={shown} pending={pending} onPress={press} />
        <div className="ms-auto flex flex-wrap items-center gap-x-1 max-sm:-mx-3 max-sm:w-[calc(100%+1.5rem)] max-sm:justify-between max-sm:gap-x-0">
          <WhoReactedToggle
            checkinId={id}
            summary={shown}
            open={open.names}
            onToggle={() => changeOpen({ ...open, names: !open.names })}
          />
          {actions}
          <CommentToggle
            checkinId={id}
            total={checkin.comments_count}
            open={open.comments}
            onToggle={() => changeOpen({ ...open, comments: !open.comments })}
          />
        </div>
      </div>
      {open.names && <WhoReacted checkinId={id} summary={shown} meId={me.id} />}
      {open.comments && (
        <Comments
          thread={{
            checkin_id: id,
            mission: { id: checkin.mission_id, title: missionTitle },
            me,
            people: members,
            pending: pendingComments(items, id),
            count: checkin.comments_count,
            drafts: memory.drafts,
            anchored: anchor.comment_id,
          }}
          menuOf={({ id: comment, user_id, user_name: name }) =>
            user_id !== null &&
            user_id !== me.id && (
              <PostMenu post={{ kind: 'comment', id: comment, author: { user_id, name } }} canReport />
            )
          }
          onCount={(comments_count) => {
            if (comments_count !== checkin.comments_count) onChange(id, { comments_count });
          }}
        />
      )}
    </>
  );
}
