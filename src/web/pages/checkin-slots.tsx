import { useLocation } from '@tanstack/react-router';
import { EyeOff, MessageCircle } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import type { User } from '#contract/auth.ts';
import type { Checkin } from '#contract/checkins.ts';
import type { Comment } from '#contract/comments.ts';
import type { Member, Mission } from '#contract/missions.ts';
import { anchorOf } from '#domain/notifications.ts';
import type { CheckinSlots } from '#web/features/checkins/feed/checkin-item.tsx';
import { HideDialog, ShowAgain } from '#web/features/checkins/feed/hide-checkin.tsx';
import { useOwnCheckin } from '#web/features/checkins/feed/own-checkin.tsx';
import { type ChangeCheckin, useFeedCache } from '#web/features/checkins/queries.ts';
import { Comments, commentElementId } from '#web/features/comments/comments.tsx';
import { pendingComments } from '#web/features/comments/outbox.ts';
import { useOutbox } from '#web/features/outbox/use-outbox.ts';
import { useReactions } from '#web/features/reactions/queries.ts';
import { pendingReactions } from '#web/features/reactions/reaction-summary.ts';
import { Reactions, WhoReacted, WhoReactedToggle } from '#web/features/reactions/reactions.tsx';
import { PostMenu } from '#web/features/safety/post-menu.tsx';
import { count } from '#web/lib/format.ts';
import { readAnchor } from '#web/lib/url-anchor.ts';
import { DisclosureButton } from '#web/ui/disclosure-button.tsx';

interface CommentToggleProps {
  checkinId: string;
  total: number;
  open: boolean;
  onToggle: () => void;
}

function CommentToggle({ checkinId, total, open, onToggle }: CommentToggleProps) {
  return (
    <DisclosureButton open={open} controls={commentElementId(checkinId)} onToggle={onToggle}>
      <MessageCircle className="size-4.5" aria-hidden />
      {total > 0 ? `Comment (${count(total)})` : 'Comment'}
    </DisclosureButton>
  );
}

interface CommentAnchor {
  comment_id: string | null;
  /** Differs for each arrival, even by the same link. */
  arrival: string;
}

/** The comment under this check-in that the fragment of the URL names. */
function useCommentAnchor(checkinId: string): CommentAnchor {
  const { hash, state } = useLocation();
  const anchor = readAnchor(hash);
  const comment_id = anchor?.element === anchorOf(checkinId) ? anchor.comment_id : null;
  return { comment_id, arrival: comment_id === null ? '' : `${comment_id} ${state.__TSR_key ?? ''}` };
}

/** What is open and typed under the check-ins of a page. It outlives their rows. */
interface DiscussionState {
  open: Map<string, { names: boolean; comments: boolean }>;
  drafts: Map<string, string>;
}

const newDiscussionState = (): DiscussionState => ({ open: new Map(), drafts: new Map() });

/** What is open under a check-in. A link to a comment under it opens the comments, once for each arrival. */
function useOpenParts(checkinId: string, memory: DiscussionState) {
  const [open, setOpen] = useState(memory.open.get(checkinId) ?? { names: false, comments: false });
  const changeOpen = (changed: Partial<typeof open>) => {
    const next = { ...open, ...changed };
    memory.open.set(checkinId, next);
    setOpen(next);
  };
  const anchor = useCommentAnchor(checkinId);
  const [arrived, setArrived] = useState('');
  if (anchor.arrival !== arrived) {
    setArrived(anchor.arrival);
    if (anchor.arrival) changeOpen({ comments: true });
  }
  return { open, changeOpen, anchored: anchor.comment_id };
}

/** Report and block, for a comment of somebody else. */
function commentMenu(
  { id, user_id, user_name: name }: Pick<Comment, 'id' | 'user_id' | 'user_name'>,
  meId: string,
): ReactNode {
  if (user_id === null || user_id === meId) return null;
  return <PostMenu post={{ kind: 'comment', id, author: { user_id, name } }} canReport />;
}

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
function CheckinDiscussion({ checkin, missionTitle, members, me, memory, onChange, actions }: CheckinDiscussionProps) {
  const { id } = checkin;
  const { open, changeOpen, anchored } = useOpenParts(id, memory);
  const items = useOutbox();
  const { shown, pending, press } = useReactions({ checkin, missionTitle, me, pending: pendingReactions(items, id) });
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <Reactions summary={shown} pending={pending} onPress={press} />
        <div className="ms-auto flex flex-wrap items-center gap-x-1 max-sm:-mx-3 max-sm:w-[calc(100%+1.5rem)] max-sm:justify-between max-sm:gap-x-0">
          <WhoReactedToggle
            checkinId={id}
            summary={shown}
            open={open.names}
            onToggle={() => changeOpen({ names: !open.names })}
          />
          {actions}
          <CommentToggle
            checkinId={id}
            total={checkin.comments_count}
            open={open.comments}
            onToggle={() => changeOpen({ comments: !open.comments })}
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
            anchored,
          }}
          menuOf={(comment) => commentMenu(comment, me.id)}
          onCount={(comments_count) => {
            if (comments_count !== checkin.comments_count) onChange(id, { comments_count });
          }}
        />
      )}
    </>
  );
}

/** Take back and remove for the author, report and block for others, and for the owner of the mission also hide. */
function CheckinMenu({ checkin }: { checkin: Checkin }) {
  const { id, user_id, user_name: name, can, hidden } = checkin;
  const [hiding, setHiding] = useState(false);
  const own = useOwnCheckin(checkin);
  const hide = { label: 'Hide...', icon: <EyeOff aria-hidden />, onSelect: () => setHiding(true) };
  return (
    <>
      <PostMenu
        post={{ kind: 'checkin', id, author: { user_id, name } }}
        canReport={can.report}
        before={can.hide && !hidden ? [...own.items, hide] : own.items}
      />
      {own.dialog}
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
