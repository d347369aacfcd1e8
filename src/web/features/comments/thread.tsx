import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Comment, Reply } from '#contract/comments.ts';
import { Button } from '#web/ui/button.tsx';
import { CommentItem } from './comment-row.tsx';
import { moreRepliesQuery } from './queries.ts';

interface ThreadProps {
  checkinId: string;
  root: Comment;
  meId: string;
  zone: string;
  onReply: (comment: Reply) => void;
  onDelete: (comment: Reply) => void;
  menuOf: (comment: Reply) => ReactNode;
  /** The user's own pending replies, as list items. */
  pending: ReactNode[];
  /** The field for a reply, while one is being written here. */
  reply: ReactNode;
}

/** A comment with its replies on a thread. */
export function Thread({ checkinId, root, pending, reply, ...rest }: ThreadProps) {
  const rowOf = (comment: Reply, small: boolean) => (
    <CommentItem
      comment={comment}
      small={small}
      meId={rest.meId}
      zone={rest.zone}
      onReply={() => rest.onReply(comment)}
      onDelete={() => rest.onDelete(comment)}
      menu={rest.menuOf(comment)}
    />
  );
  const last = root.replies.at(-1);
  return (
    <li>
      {rowOf(root, false)}
      {(root.replies.length > 0 || pending.length > 0 || reply) && (
        <ul aria-label="Replies" className="ms-4 mt-2 grid gap-3 border-s-2 border-dashed border-line-strong ps-4">
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

/** What a very long conversation does not bring along at once. */
function MoreReplies({ checkinId, rootId, after, draw }: MoreRepliesProps) {
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
            busyLabel="Loading..."
            onClick={() => (wanted && more.data ? void more.fetchNextPage() : setWanted(true))}
          >
            Show more replies
          </Button>
        </li>
      )}
    </>
  );
}
