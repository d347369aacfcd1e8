import type { ReactNode } from 'react';
import type { Reply } from '#contract/comments.ts';
import { relativeTime } from '#domain/relative-time.ts';
import { exactTime } from '#web/lib/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { LinkedText } from '#web/ui/linked-text.tsx';

const action =
  '-my-1.5 inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center rounded-sm px-2 text-xs font-bold text-ink-2 hover:text-ink first:-ms-2';

interface CommentRowProps {
  comment: Reply;
  meId: string;
  zone: string;
  small?: boolean;
  onReply: () => void;
  onDelete: () => void;
  /** At the end: what one can do about somebody else's. */
  menu: ReactNode;
}

/** A comment or a reply. Of a removed one only its place is left. */
export function CommentItem({ comment, meId, zone, small = false, onReply, onDelete, menu }: CommentRowProps) {
  const { id, user_name, created_at, content } = comment;
  if (comment.is_removed)
    return (
      <p id={`comment-${id}`} tabIndex={-1} className="rounded-md py-1 text-sm text-ink-2 italic">
        {content}
      </p>
    );
  return (
    <article id={`comment-${id}`} tabIndex={-1} aria-label={user_name} className="flex scroll-mt-8 gap-3 rounded-md">
      <Avatar name={user_name} url={comment.user_avatar_url} size={small ? 28 : 32} decorative className="self-start" />
      <div className="min-w-0 grow">
        <p className="text-sm">
          <strong className="wrap-anywhere">{comment.user_id === meId ? 'You' : user_name}</strong>{' '}
          <time dateTime={created_at} title={exactTime(created_at, zone)} className="ms-1 text-xs text-ink-2">
            {relativeTime(new Date(created_at), new Date(), zone)}
          </time>
        </p>
        <LinkedText
          text={content}
          names={comment.mentions.map((mention) => mention.user_name)}
          className="mt-0.5 text-sm leading-relaxed"
        />
        <p className="flex">
          <button type="button" onClick={onReply} aria-label={`Reply to ${user_name}`} className={action}>
            Reply
          </button>
          {comment.can_delete && (
            <button type="button" onClick={onDelete} aria-label={`Delete comment of ${user_name}`} className={action}>
              Delete
            </button>
          )}
        </p>
      </div>
      {menu && <div className="-my-2 shrink-0">{menu}</div>}
    </article>
  );
}
