import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import { type Comment, deleteComment, listComments, type Reply } from '#contract/comments.ts';
import { COMMENTS_PAGE } from '#domain/limits.ts';
import { call } from '#platform/web/lib/api/api.ts';
import * as keys from '#web/data/query-keys.ts';
import { useChange } from '#web/data/use-change.ts';

/** Comments are oldest first, each with its first replies. */
export const commentsQuery = (checkinId: string) =>
  infiniteQueryOptions({
    queryKey: keys.comments(checkinId),
    queryFn: ({ pageParam, signal }): Promise<Comment[]> =>
      call(listComments, {
        params: { id: checkinId },
        query: { limit: COMMENTS_PAGE, ...(pageParam && { after: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => (last.length < COMMENTS_PAGE ? undefined : last.at(-1)?.id),
  });

/** Loads the replies after those included with the comment. */
export const moreRepliesQuery = (checkinId: string, rootId: string, after: string) =>
  infiniteQueryOptions({
    queryKey: keys.moreReplies(rootId, after),
    queryFn: ({ pageParam, signal }): Promise<Reply[]> =>
      call(listComments, {
        params: { id: checkinId },
        query: { limit: COMMENTS_PAGE, parent_comment_id: rootId, after: pageParam },
        signal,
      }),
    initialPageParam: after,
    getNextPageParam: (last) => (last.length < COMMENTS_PAGE ? undefined : last.at(-1)?.id),
  });

export type Pages = InfiniteData<Comment[], string>;

/** Adds a comment to the end of the list or to its thread. Safe to repeat. */
export function withComment(pages: Pages, comment: Comment, rootId: string | null): Pages {
  const has = (list: readonly Reply[]) => list.some(({ id }) => id === comment.id);
  if (rootId === null) {
    const last = pages.pages.at(-1) ?? [];
    if (last.length >= COMMENTS_PAGE || pages.pages.some(has)) return pages;
    return { ...pages, pages: [...pages.pages.slice(0, -1), [...last, comment]] };
  }
  const answered = (root: Comment): Comment =>
    root.id !== rootId || has(root.replies)
      ? root
      : { ...root, replies: [...root.replies, comment], replies_count: root.replies_count + 1 };
  return { ...pages, pages: pages.pages.map((page) => page.map(answered)) };
}

/** Refetches the list, because a deleted comment with replies leaves a placeholder. */
export const useDeleteComment = (checkinId: string) =>
  useChange('own_comment', (id: string) => call(deleteComment, { params: { id } }), { checkin_id: checkinId });
