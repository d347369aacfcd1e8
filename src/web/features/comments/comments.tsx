import { type ReactNode, useState } from 'react';
import type { User } from '#contract/auth.ts';
import type { Reply } from '#contract/comments.ts';
import { COMMENTS_SHOWN } from '#domain/limits.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { CommentField } from './comment-field.tsx';
import { type CommentPlace, useAddComment } from './outbox.ts';
import { WaitingComment } from './pending-comment.tsx';
import type { PendingComment } from './pending-comments.ts';
import { useDeleteComment } from './queries.ts';
import { Thread } from './thread.tsx';
import { useComments } from './use-comments.ts';
import type { Person } from './use-mention-picker.ts';

export interface CommentsProps {
  checkinId: string;
  mission: CommentPlace['mission'];
  me: User;
  /** One's own that wait on this device. */
  kept: readonly PendingComment[];
  /** How many there are, as far as the feed knows. */
  count: number;
  /** What one can do about a comment of somebody else. */
  menuOf: (comment: Reply) => ReactNode;
  /** Members who can be named. */
  people: readonly Person[];
  /** What was typed and not posted, by the place where it was typed. */
  drafts: Map<string, string>;
  /** The comment that the page's address points at. */
  anchored: string | null;
  onCount: (count: number) => void;
}

interface Answering {
  /** The comment replied to. */
  id: string;
  name: string;
  root_id: string;
}

/** Two comments, their replies on a thread, the rest on request (Spec 2). */
export function Comments(props: CommentsProps) {
  const { checkinId, mission, me, kept, count, people, drafts, anchored, onCount, menuOf } = props;
  const zone = me.timezone;
  const comments = useComments({ checkinId, count, anchored, onCount });
  const add = useAddComment({ checkin_id: checkinId, mission, user: me });
  const remove = useDeleteComment(checkinId);
  const [answering, setAnswering] = useState<Answering | null>(null);
  const [deleting, setDeleting] = useState<Reply | null>(null);
  const draftOf = (key: string) => ({
    draft: drafts.get(key) ?? '',
    onDraft: (text: string) => void drafts.set(key, text),
  });
  const others = people.filter((person) => person.user_id !== me.id);
  const { roots, shown, all } = comments;

  const replyField = (rootId: string) =>
    answering?.root_id === rootId && (
      <CommentField
        key={answering.id}
        id={`reply-${answering.id}`}
        label={`Reply to ${answering.name}`}
        placeholder={`Reply to ${answering.name}`}
        people={others}
        autoFocus
        {...draftOf(answering.id)}
        onPost={async (comment) => {
          const posted = await add({ ...comment, parent_comment_id: answering.id, root_id: rootId });
          if (posted) setAnswering(null);
          return posted;
        }}
        aside={
          <Button kind="quiet" className="text-sm" onClick={() => setAnswering(null)}>
            Cancel
          </Button>
        }
      />
    );

  const waitingRows = (comments: readonly PendingComment[], small: boolean) =>
    comments.map((comment) => (
      <li key={comment.client_id}>
        <WaitingComment comment={comment} me={me} zone={zone} people={people} small={small} />
      </li>
    ));
  // A reply whose thread is not shown stands with the others: nothing that was written is out of sight.
  const threads = new Set(shown.map(({ id }) => id));
  const inThread = ({ root_id }: PendingComment) => root_id !== null && threads.has(root_id);
  const waiting = waitingRows(
    kept.filter((comment) => !inThread(comment)),
    false,
  );
  return (
    <section
      id={commentElementId(checkinId)}
      aria-label="Comments"
      className="grid grid-cols-1 gap-4 rounded-md bg-sunk p-4"
    >
      {comments.failed && <Failed busy={comments.fetching} onRetry={comments.retry} />}
      {!comments.loaded && !comments.failed && count > 0 && <Outline />}
      {roots.length > 0 && (
        <ul className="grid grid-cols-1 gap-4">
          {shown.map((root) => (
            <Thread
              key={root.id}
              checkinId={checkinId}
              root={root}
              meId={me.id}
              zone={zone}
              waiting={waitingRows(
                kept.filter(({ root_id }) => root_id === root.id),
                true,
              )}
              onReply={({ id, user_name }) => setAnswering({ id, name: user_name, root_id: root.id })}
              onDelete={setDeleting}
              menuOf={menuOf}
              reply={replyField(root.id)}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-x-4 empty:hidden">
        {all && comments.hasMore && (
          <Button
            kind="bare"
            className="-ms-2 -my-2"
            busy={comments.loadingMore}
            busyLabel="Loading..."
            onClick={comments.showMore}
          >
            Show more comments
          </Button>
        )}
        {roots.length > COMMENTS_SHOWN && (
          <Button kind="bare" className="-ms-2 -my-2" aria-expanded={all} onClick={() => comments.setAll(!all)}>
            {all ? 'Show less comments' : `View all ${comments.total} comments`}
          </Button>
        )}
      </div>
      {waiting.length > 0 && (
        <ul aria-label="Waiting to be sent" className="grid grid-cols-1 gap-4">
          {waiting}
        </ul>
      )}
      <CommentField
        id={`say-${checkinId}`}
        label="Comment"
        placeholder="Say something kind"
        people={others}
        {...draftOf(checkinId)}
        onPost={async (comment) => {
          const posted = await add({ ...comment, parent_comment_id: null, root_id: null });
          // It stands at the end: whoever wrote it wants to see it there.
          if (posted) comments.setAll(true);
          return posted;
        }}
      />
      {deleting && (
        <ConfirmDialog
          title="Delete this comment?"
          confirm="Delete"
          busyLabel="Deleting..."
          busy={remove.isPending}
          onConfirm={() => remove.mutate(deleting.id, { onSettled: () => setDeleting(null) })}
          onClose={() => setDeleting(null)}
        >
          <p className="line-clamp-3 wrap-anywhere">“{deleting.content}”</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

/** The id of the comments under a check-in. */
export const commentElementId = (checkinId: string): string => `comments-${checkinId}`;

function Outline() {
  return (
    <div>
      <Loading label="Loading comments..." />
      <div aria-hidden className="flex gap-3">
        <Skeleton className="size-8 shrink-0 rounded-full" />
        <Skeleton className="h-10 w-3/5" />
      </div>
    </div>
  );
}

/** The field stays below it: one can say something without having read what others said. */
function Failed({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-3 text-sm text-ink-2">
      <p>Failed to load comments</p>
      <Button kind="quiet" size="sm" busy={busy} busyLabel="Trying again..." onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
