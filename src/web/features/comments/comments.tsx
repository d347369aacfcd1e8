import { useState } from 'react';
import type { Reply } from '#contract/comments.ts';
import { COMMENTS_SHOWN } from '#domain/limits.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { ConfirmAction } from '#platform/web/kit/confirm-action.tsx';
import { FailedPart, LoadPart } from '#platform/web/kit/load-part.tsx';
import { Loading, Skeleton } from '#platform/web/kit/skeleton.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { CommentField } from './comment-field.tsx';
import { type PendingComment, useAddComment } from './create-comment.ts';
import { useDeleteComment } from './queries.ts';
import { type CommentThread, fieldProps, ReplyField, type ReplyTarget } from './reply-field.tsx';
import { PendingCommentRow, Thread } from './thread.tsx';
import { useComments } from './use-comments.ts';

interface CommentsProps {
  thread: CommentThread;
  onCount: (count: number) => void;
}

export function Comments({ thread, onCount }: CommentsProps) {
  const t = useT();
  const { checkin_id, mission, me, pending, people } = thread;
  const comments = useComments(thread, onCount);
  const add = useAddComment({ checkin_id, mission, user: me });
  const [target, setTarget] = useState<ReplyTarget | null>(null);
  const [deleting, setDeleting] = useState<Reply | null>(null);
  const pendingRows = (comments: readonly PendingComment[], small: boolean) =>
    comments.map((comment) => (
      <li key={comment.client_id}>
        <PendingCommentRow comment={comment} me={me} zone={me.timezone} people={people} small={small} />
      </li>
    ));
  // A pending reply whose thread is not shown appears with the other pending comments.
  const shownIds = new Set(comments.shown.map(({ id }) => id));
  const unthreaded = pending.filter(({ root_id }) => root_id === null || !shownIds.has(root_id));
  return (
    <section
      id={commentElementId(checkin_id)}
      aria-label={t('app.comments.list.title')}
      className="grid grid-cols-1 gap-4 rounded-md bg-sunk p-4"
    >
      {/* Users can write a comment even if the list fails to load. */}
      <LoadPart
        query={comments.query}
        loading={thread.count > 0 && <Outline />}
        failed={<FailedPart query={comments.query} text={t('app.comments.list.failed')} />}
      >
        {() =>
          comments.shown.length > 0 && (
            <ul className="grid grid-cols-1 gap-4">
              {comments.shown.map((root) => (
                <Thread
                  key={root.id}
                  checkinId={checkin_id}
                  root={root}
                  meId={me.id}
                  zone={me.timezone}
                  pending={pendingRows(
                    pending.filter(({ root_id }) => root_id === root.id),
                    true,
                  )}
                  onReply={({ id, user_name }) => setTarget({ id, name: user_name, root_id: root.id })}
                  onDelete={setDeleting}
                  reply={
                    target?.root_id === root.id && (
                      <ReplyField
                        key={target.id}
                        thread={thread}
                        target={target}
                        onPost={add}
                        onClose={() => setTarget(null)}
                      />
                    )
                  }
                />
              ))}
            </ul>
          )
        }
      </LoadPart>
      <MoreComments comments={comments} />
      {unthreaded.length > 0 && (
        <ul aria-label={t('app.comments.item.waiting')} className="grid grid-cols-1 gap-4">
          {pendingRows(unthreaded, false)}
        </ul>
      )}
      <CommentField
        id={`say-${checkin_id}`}
        label={t('app.comments.field.label')}
        placeholder={t('app.comments.field.placeholder')}
        {...fieldProps(thread)}
        onPost={async (comment) => {
          const posted = await add({ ...comment, parent_comment_id: null, root_id: null });
          // Shows the end of the list, where the new comment is.
          if (posted) comments.setAll(true);
          return posted;
        }}
      />
      {deleting && <DeleteComment checkinId={checkin_id} comment={deleting} onClose={() => setDeleting(null)} />}
    </section>
  );
}

export const commentElementId = (checkinId: string): string => `comments-${checkinId}`;

/** Returns all unposted text under a check-in, in the order in which it was started. */
export const draftsUnder = (drafts: ReadonlyMap<string, string>, checkinId: string): string =>
  [...drafts]
    .filter(([key, text]) => key.startsWith(checkinId) && text.trim() !== '')
    .map(([, text]) => text)
    .join('\n\n');

function MoreComments({ comments }: { comments: ReturnType<typeof useComments> }) {
  const t = useT();
  const { all, setAll, total } = comments;
  return (
    <div className="flex flex-wrap gap-x-4 empty:hidden">
      {all && comments.hasMore && (
        <Button
          kind="bare"
          className="-ms-2 -my-2"
          busy={comments.loadingMore}
          busyLabel={t('start.common.loading')}
          onClick={comments.showMore}
        >
          {t('app.comments.list.more')}
        </Button>
      )}
      {comments.loadedCount > COMMENTS_SHOWN && (
        <Button kind="bare" className="-ms-2 -my-2" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('app.comments.list.less') : t('app.comments.list.all', { count: total })}
        </Button>
      )}
    </div>
  );
}

function Outline() {
  const t = useT();
  return (
    <div>
      <Loading label={t('app.comments.list.loading')} />
      <div aria-hidden className="flex gap-3">
        <Skeleton className="size-8 shrink-0 rounded-full" />
        <Skeleton className="h-10 w-3/5" />
      </div>
    </div>
  );
}

interface DeleteCommentProps {
  checkinId: string;
  comment: Reply;
  onClose: () => void;
}

function DeleteComment({ checkinId, comment, onClose }: DeleteCommentProps) {
  const t = useT();
  const { mutateAsync: remove } = useDeleteComment(checkinId);
  return (
    <ConfirmAction
      title={t('app.comments.delete.title')}
      confirm={t('start.common.delete')}
      danger
      busyLabel={t('start.common.deleting')}
      action={() => remove(comment.id)}
      failed={t('app.comments.delete.failed')}
      closes="always"
      onClose={onClose}
    >
      <p className="line-clamp-3 wrap-anywhere">{t('app.comments.delete.quote', { text: comment.content })}</p>
    </ConfirmAction>
  );
}
