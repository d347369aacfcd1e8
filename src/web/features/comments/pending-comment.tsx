import { CloudUpload } from 'lucide-react';
import { exactTime } from '#web/lib/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { LinkedText } from '#web/ui/linked-text.tsx';
import type { PendingComment } from './pending-comments.ts';
import type { Person } from './use-mention-picker.ts';

interface PendingCommentRowProps {
  comment: PendingComment;
  me: { name: string; avatar_url: string | null };
  zone: string;
  people: readonly Person[];
  small?: boolean;
}

/** The user's own comment while it is pending; it cannot be replied to yet. */
export function PendingCommentRow({ comment, me, zone, people, small = false }: PendingCommentRowProps) {
  const names = people.filter(({ user_id }) => comment.mentions.includes(user_id)).map(({ name }) => name);
  return (
    <article aria-label={`${me.name}, waiting to be sent`} className="flex gap-3 rounded-md">
      <Avatar name={me.name} url={me.avatar_url} size={small ? 28 : 32} decorative className="self-start" />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 text-sm">
          <strong>You</strong>
          <span
            title={exactTime(comment.performed_at, zone)}
            className="inline-flex items-center gap-1 text-xs font-semibold text-ink-2"
          >
            <CloudUpload className="size-3.5" aria-hidden />
            Waiting to be sent
          </span>
        </p>
        <LinkedText text={comment.content} names={names} className="mt-0.5 text-sm leading-relaxed" />
      </div>
    </article>
  );
}
