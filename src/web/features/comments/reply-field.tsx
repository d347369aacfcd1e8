import type { User } from '#contract/auth.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { CommentField } from './comment-field.tsx';
import type { CommentTarget, NewComment, PendingComment } from './create-comment.ts';
import type { Person } from './use-mention-picker.ts';

export interface CommentThread {
  checkin_id: string;
  mission: CommentTarget['mission'];
  me: User;
  people: readonly Person[];
  pending: readonly PendingComment[];
  /** The number of comments according to the feed. */
  count: number;
  /** Unposted text by the IDs of the check-in and of the comment that it answers. */
  drafts: Map<string, string>;
  /** The comment that the page's URL points at. */
  anchored: string | null;
}

export interface ReplyTarget {
  id: string;
  name: string;
  root_id: string;
}

/** Returns the members to mention and the draft of the comment, or of the reply to `targetId`. */
export function fieldProps({ checkin_id, people, me, drafts }: CommentThread, targetId = '') {
  const key = `${checkin_id}${targetId}`;
  return {
    people: people.filter((person) => person.user_id !== me.id),
    draft: drafts.get(key) ?? '',
    onDraft: (text: string) => void drafts.set(key, text),
  };
}

interface ReplyFieldProps {
  thread: CommentThread;
  target: ReplyTarget;
  onPost: (comment: NewComment) => Promise<boolean>;
  onClose: () => void;
}

export function ReplyField({ thread, target, onPost, onClose }: ReplyFieldProps) {
  const t = useT();
  const label = t('app.comments.item.reply_to', { name: target.name });
  return (
    <CommentField
      id={`reply-${target.id}`}
      label={label}
      placeholder={label}
      autoFocus
      {...fieldProps(thread, target.id)}
      onPost={async (comment) => {
        const posted = await onPost({ ...comment, parent_comment_id: target.id, root_id: target.root_id });
        if (posted) onClose();
        return posted;
      }}
      aside={
        <Button kind="quiet" className="text-sm" onClick={onClose}>
          {t('start.common.cancel')}
        </Button>
      }
    />
  );
}
