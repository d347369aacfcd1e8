import { useInfiniteQuery } from '@tanstack/react-query';
import { CloudUpload } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { User } from '#contract/auth.ts';
import type { Comment, Reply } from '#contract/comments.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { exactTime } from '#platform/web/lib/format.ts';
import { useT } from '#platform/web/lib/language.ts';
import { relativeTime } from '#web/data/relative-time.ts';
import { Avatar } from '#web/drawings/avatar.tsx';
import { PostMenu } from '#web/features/safety/public.ts';
import type { PendingComment } from './create-comment.ts';
import { LinkedText } from './linked-text.tsx';
import { moreRepliesQuery } from './queries.ts';
import type { Person } from './use-mention-picker.ts';

const action =
  '-my-1.5 inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center rounded-sm px-2 text-xs font-bold text-ink-2 hover:text-ink first:-ms-2';

interface CommentRowProps {
  comment: Reply;
  meId: string;
  zone: string;
  small?: boolean;
  onReply: () => void;
  onDelete: () => void;
}

function CommentItem({ comment, meId, zone, small = false, onReply, onDelete }: CommentRowProps) {
  const t = useT();
  const { id, user_id, user_name, created_at, content } = comment;
  if (comment.is_removed)
    return (
      <p id={`comment-${id}`} tabIndex={-1} className="rounded-md py-1 text-sm text-ink-2 italic">
        {t('app.comments.item.removed')}
      </p>
    );
  return (
    <article id={`comment-${id}`} tabIndex={-1} aria-label={user_name} className="flex scroll-mt-8 gap-3 rounded-md">
      <Avatar
        name={user_name}
        look={comment.user_look!}
        url={comment.user_avatar_url}
        size={small ? 28 : 32}
        decorative
        className="self-start"
      />
      <div className="min-w-0 grow">
        <p className="text-sm">
          <strong className="wrap-anywhere user-text">
            {comment.user_id === meId ? t('app.common.you') : user_name}
          </strong>{' '}
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
          <button
            type="button"
            onClick={onReply}
            aria-label={t('app.comments.item.reply_to', { name: user_name })}
            className={action}
          >
            {t('app.comments.item.reply')}
          </button>
          {comment.can_delete && (
            <button
              type="button"
              onClick={onDelete}
              aria-label={t('app.comments.item.delete_of', { name: user_name })}
              className={action}
            >
              {t('start.common.delete')}
            </button>
          )}
        </p>
      </div>
      {user_id !== null && user_id !== meId && (
        <div className="-my-2 shrink-0">
          <PostMenu post={{ kind: 'comment', id, author: { user_id, name: user_name } }} canReport />
        </div>
      )}
    </article>
  );
}

interface PendingCommentRowProps {
  comment: PendingComment;
  me: Pick<User, 'name' | 'avatar_url' | 'look'>;
  zone: string;
  people: readonly Person[];
  small?: boolean;
}

export function PendingCommentRow({ comment, me, zone, people, small = false }: PendingCommentRowProps) {
  const t = useT();
  const names = people.filter(({ user_id }) => comment.mentions.includes(user_id)).map(({ name }) => name);
  return (
    <article aria-label={t('app.comments.item.waiting_of', { name: me.name })} className="flex gap-3 rounded-md">
      <Avatar
        name={me.name}
        look={me.look}
        url={me.avatar_url}
        size={small ? 28 : 32}
        decorative
        className="self-start"
      />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 text-sm">
          <strong>{t('app.common.you')}</strong>
          <span
            title={exactTime(comment.performed_at, zone)}
            className="inline-flex items-center gap-1 text-xs font-semibold text-ink-2"
          >
            <CloudUpload className="size-3.5" aria-hidden />
            {t('app.comments.item.waiting')}
          </span>
        </p>
        <LinkedText text={comment.content} names={names} className="mt-0.5 text-sm leading-relaxed" />
      </div>
    </article>
  );
}

interface ThreadProps {
  checkinId: string;
  root: Comment;
  meId: string;
  zone: string;
  onReply: (comment: Reply) => void;
  onDelete: (comment: Reply) => void;
  pending: ReactNode[];
  reply: ReactNode;
}

export function Thread({ checkinId, root, pending, reply, ...rest }: ThreadProps) {
  const t = useT();
  const rowOf = (comment: Reply, small: boolean) => (
    <CommentItem
      comment={comment}
      small={small}
      meId={rest.meId}
      zone={rest.zone}
      onReply={() => rest.onReply(comment)}
      onDelete={() => rest.onDelete(comment)}
    />
  );
  const last = root.replies.at(-1);
  return (
    <li>
      {rowOf(root, false)}
      {(root.replies.length > 0 || pending.length > 0 || reply) && (
        <ul
          aria-label={t('app.comments.list.replies')}
          className="ms-4 mt-2 grid gap-3 border-s-2 border-dashed border-line-strong ps-4"
        >
          {root.replies.map((comment) => (
            <li key={comment.id}>{rowOf(comment, true)}</li>
          ))}
          {last && root.replies_count > root.replies.length && (
            <MoreReplies checkinId={checkinId} rootId={root.id} after={last.id} draw={(one) => rowOf(one, true)} />
          )}
          {pending}
          {reply && <li>{reply}</li>}
        </ul>
      )}
    </li>
  );
}

interface MoreRepliesProps {
  checkinId: string;
  rootId: string;
  after: string;
  draw: (comment: Reply) => ReactNode;
}

function MoreReplies({ checkinId, rootId, after, draw }: MoreRepliesProps) {
  const t = useT();
  const [wanted, setWanted] = useState(false);
  const more = useInfiniteQuery({ ...moreRepliesQuery(checkinId, rootId, after), enabled: wanted });
  const rows = more.data?.pages.flat() ?? [];
  return (
    <>
      {rows.map((comment) => (
        <li key={comment.id}>{draw(comment)}</li>
      ))}
      {(!more.data || more.hasNextPage) && (
        <li>
          <Button
            kind="bare"
            className="-ms-2"
            busy={more.isFetching}
            busyLabel={t('start.common.loading')}
            onClick={() => (wanted && more.data ? void more.fetchNextPage() : setWanted(true))}
          >
            {t('app.comments.list.more_replies')}
          </Button>
        </li>
      )}
    </>
  );
}
