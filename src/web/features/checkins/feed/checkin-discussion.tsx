import { useLocation } from '@tanstack/react-router';
import { MessageCircle, Smile } from 'lucide-react';
import { useState } from 'react';
import type { User } from '#contract/auth.ts';
import type { Checkin } from '#contract/checkins.ts';
import type { Member } from '#contract/members.ts';
import { anchorOf } from '#domain/notifications.ts';
import { inlineActionClass } from '#platform/web/kit/disclosure-button.tsx';
import type { MenuItem } from '#platform/web/kit/menu.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';
import { useOutbox } from '#web/data/outbox/use-outbox.ts';
import { Comments, commentElementId, pendingComments } from '#web/features/comments/public.ts';
import {
  pendingReactions,
  Reactions,
  reactionsLabel,
  useReactions,
  WhoReacted,
} from '#web/features/reactions/public.ts';
import { CheckinMenu } from './checkin-menu.tsx';
import { editItem } from './edit-checkin.tsx';
import { useFeedCache } from './list-checkins.ts';
import { readAnchor } from './url-anchor.ts';

interface CommentAnchor {
  comment_id: string | null;
  /** Differs for each navigation, even to the same link. */
  arrival: string;
}

function useCommentAnchor(checkinId: string): CommentAnchor {
  const { hash, state } = useLocation();
  const anchor = readAnchor(hash);
  const comment_id = anchor?.element === anchorOf(checkinId) ? anchor.comment_id : null;
  return { comment_id, arrival: comment_id === null ? '' : `${comment_id} ${state.__TSR_key ?? ''}` };
}

/** The open parts and drafts of a page, by check-in. It outlives the rows. */
export interface DiscussionState {
  open: Map<string, { names: boolean; comments: boolean }>;
  drafts: Map<string, string>;
}

export const newDiscussionState = (): DiscussionState => ({ open: new Map(), drafts: new Map() });

/** Tracks the open parts. A link to a comment opens the comments, once per navigation. */
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

export interface FeedFacts {
  missionTitle: string;
  members: readonly Member[];
  me: User;
  memory: DiscussionState;
}

interface CheckinDiscussionProps {
  checkin: Checkin;
  facts: FeedFacts;
  /** Opens the form, or null if the viewer cannot edit the check-in now. */
  edit: (() => void) | null;
}

export function CheckinDiscussion({ checkin, facts, edit }: CheckinDiscussionProps) {
  const t = useT();
  const { id } = checkin;
  const { missionTitle, members, me, memory } = facts;
  const onChange = useFeedCache(checkin.mission_id);
  const { open, changeOpen, anchored } = useOpenParts(id, memory);
  const items = useOutbox();
  const { shown, pending, press } = useReactions({ checkin, missionTitle, me, pending: pendingReactions(items, id) });
  const toggleNames = () => changeOpen({ names: !open.names });
  const label = reactionsLabel(t, shown);
  const before: MenuItem[] = [];
  if (label) before.push({ label, icon: <Smile aria-hidden />, onSelect: toggleNames });
  if (edit) before.push({ ...editItem(t), onSelect: edit });
  return (
    <>
      <div className="-mx-2 -my-1 flex flex-wrap items-center">
        <Reactions summary={shown} pending={pending} onPress={press} />
        <div className="ms-auto flex items-center">
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
          onCount={(comments_count) => {
            if (comments_count !== checkin.comments_count) onChange(id, { comments_count });
          }}
        />
      )}
    </>
  );
}

interface CommentToggleProps {
  checkinId: string;
  total: number;
  open: boolean;
  onToggle: () => void;
}

/** Phones show only an icon and the number, so the label has the word. */
function CommentToggle({ checkinId, total, open, onToggle }: CommentToggleProps) {
  const t = useT();
  const words = total === 0 ? t('app.comments.toggle.none') : t('app.comments.toggle.count', { count: total });
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
      {total > 0 && <span className="sm:hidden">{t.number(total)}</span>}
    </button>
  );
}
