import { useLocation } from '@tanstack/react-router';
import { EyeOff, MessageCircle, Pencil, Smile } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import type { User } from '#contract/auth.ts';
import type { Checkin } from '#contract/checkins.ts';
import type { Comment } from '#contract/comments.ts';
import type { Member } from '#contract/members.ts';
import type { Mission } from '#contract/missions.ts';
import { anchorOf } from '#domain/notifications.ts';
import { useMe } from '#web/data/me.ts';
import { useOutbox } from '#web/data/outbox/use-outbox.ts';
import { Comments, commentElementId, draftsUnder, pendingComments } from '#web/features/comments/public.ts';
import {
  pendingReactions,
  Reactions,
  reactionsLabel,
  useJointReactions,
  useReactions,
  WhoReacted,
  WhoReactedToggle,
} from '#web/features/reactions/public.ts';
import { PostMenu } from '#web/features/safety/public.ts';
import { inlineActionClass } from '#web/kit/disclosure-button.tsx';
import type { MenuItem } from '#web/kit/menu.tsx';
import { cx } from '#web/lib/cx.ts';
import { count } from '#web/lib/format.ts';
import { usePhone } from '#web/lib/use-media.ts';
import type { CheckinSlots } from './checkin-item.tsx';
import { EditButton } from './edit-checkin.tsx';
import { HideDialog, ShowAgain } from './hide-checkin.tsx';
import { type ChangeCheckin, useFeedCache } from './list-checkins.ts';
import { useOwnCheckin } from './own-checkin.tsx';
import { readAnchor } from './url-anchor.ts';

interface CommentToggleProps {
  checkinId: string;
  total: number;
  open: boolean;
  onToggle: () => void;
}

/** Opens the comments. Phones show the sign and the number; the name has the word. */
function CommentToggle({ checkinId, total, open, onToggle }: CommentToggleProps) {
  const words = total === 0 ? 'Comment' : total === 1 ? '1 comment' : `${count(total)} comments`;
  return (
    <button
      type="button"
      aria-label={words}
      aria-expanded={open}
      aria-controls={open ? commentElementId(checkinId) : undefined}
      onClick={onToggle}
      className={cx(inlineActionClass, 'min-w-11 justify-center px-2')}
    >
      <MessageCircle className="size-4.5" aria-hidden />
      <span className="max-sm:hidden">{words}</span>
      {total > 0 && <span className="sm:hidden">{count(total)}</span>}
    </button>
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
  /** Opens the form; null when the viewer cannot edit the check-in now. */
  edit: (() => void) | null;
}

/**
 * What is shown under a check-in: one row with the reactions, the comments and the menu, and what it opens. On phones,
 * who reacted and the form are in the menu.
 */
function CheckinDiscussion({ checkin, missionTitle, members, me, memory, onChange, edit }: CheckinDiscussionProps) {
  const { id } = checkin;
  const { open, changeOpen, anchored } = useOpenParts(id, memory);
  const phone = usePhone();
  const items = useOutbox();
  const { shown, pending, press } = useReactions({ checkin, missionTitle, me, pending: pendingReactions(items, id) });
  const toggleNames = () => changeOpen({ names: !open.names });
  const label = reactionsLabel(shown);
  const before: MenuItem[] = [];
  if (phone && label) before.push({ label, icon: <Smile aria-hidden />, onSelect: toggleNames });
  if (phone && edit) before.push({ label: 'Edit', icon: <Pencil aria-hidden />, onSelect: edit });
  return (
    <>
      <div className="-mx-2 -my-1 flex flex-wrap items-center">
        <Reactions summary={shown} pending={pending} onPress={press} />
        <div className="ms-auto flex items-center">
          {!phone && <WhoReactedToggle checkinId={id} summary={shown} open={open.names} onToggle={toggleNames} />}
          {!phone && edit && <EditButton checkin={checkin} onClick={edit} />}
          <CommentToggle
            checkinId={id}
            total={checkin.comments_count}
            open={open.comments}
            onToggle={() => changeOpen({ comments: !open.comments })}
          />
          <CheckinMenu checkin={checkin} before={before} />
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

interface CheckinMenuProps {
  checkin: Checkin;
  /** What the row has no room for, listed first. */
  before?: readonly MenuItem[];
}

/** Take back and remove for the author, report and block for others, and for the owner of the mission also hide. */
function CheckinMenu({ checkin, before = [] }: CheckinMenuProps) {
  const { id, user_id, user_name: name, can, hidden } = checkin;
  const me = useMe();
  const [hiding, setHiding] = useState(false);
  const own = useOwnCheckin(checkin);
  const hide = { label: 'Hide...', icon: <EyeOff aria-hidden />, onSelect: () => setHiding(true) };
  return (
    <>
      <PostMenu
        post={{ kind: 'checkin', id, author: { user_id, name } }}
        canReport={can.report}
        mine={user_id === me.id}
        before={[...before, ...own.items, ...(can.hide && !hidden ? [hide] : [])]}
      />
      {own.dialog}
      {hiding && <HideDialog checkinId={id} author={name} onClose={() => setHiding(false)} />}
    </>
  );
}

interface JointReactionsProps {
  checkins: readonly Checkin[];
  missionTitle: string;
  me: User;
}

/** The five reactions to several check-ins at once. */
function JointReactions({ checkins, missionTitle, me }: JointReactionsProps) {
  const items = useOutbox();
  const pendingOf = (checkinId: string) => pendingReactions(items, checkinId);
  const { shown, pending, press } = useJointReactions({ checkins, missionTitle, me, pendingOf });
  return (
    <Reactions summary={shown} pending={pending} onPress={press} label={`Reactions to ${checkins.length} check-ins`} />
  );
}

interface Slots {
  /** What other features show with a check-in of the feed. */
  slotsOf: (checkin: Checkin) => CheckinSlots;
  /** What the viewer has typed under a check-in and not posted; '' if nothing. */
  typedUnder: (checkinId: string) => string;
}

/**
 * The parts of the feed's rows that other features provide. `slotsOf` stays the same while the members do, so that rows
 * which did not change are not rendered again.
 */
export function useCheckinSlots({ id: missionId, title, members }: Mission, me: User): Slots {
  const onChange = useFeedCache(missionId);
  const [memory] = useState(newDiscussionState);
  const slotsOf = useCallback(
    (checkin: Checkin): CheckinSlots => ({
      menu: <CheckinMenu checkin={checkin} />,
      showAgain: checkin.can.hide && checkin.hidden && <ShowAgain checkinId={checkin.id} author={checkin.user_name} />,
      reactToAll: (checkins) => <JointReactions checkins={checkins} missionTitle={title} me={me} />,
      under: (edit) => (
        <CheckinDiscussion
          checkin={checkin}
          missionTitle={title}
          members={members}
          me={me}
          memory={memory}
          onChange={onChange}
          edit={edit}
        />
      ),
    }),
    [title, members, me, memory, onChange],
  );
  return { slotsOf, typedUnder: (checkinId) => draftsUnder(memory.drafts, checkinId) };
}
