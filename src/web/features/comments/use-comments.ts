import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Comment } from '#contract/comments.ts';
import { COMMENTS_SHOWN } from '#domain/limits.ts';
import { ApiError, detailOf } from '#web/lib/api/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { scrollToElement } from '#web/ui/scroll-to.ts';
import { commentsQuery } from './queries.ts';

interface CommentsOptions {
  checkinId: string;
  count: number;
  anchored: string | null;
  onCount: (count: number) => void;
}

const countOf = (roots: readonly Comment[]): number =>
  roots.reduce((sum, root) => sum + root.replies_count + (root.is_removed ? 0 : 1), 0);

/** The comments that are open: which of them are shown, how many there are, and the way to the one that is meant. */
export function useComments({ checkinId, count, anchored, onCount }: CommentsOptions) {
  const query = useInfiniteQuery(commentsQuery(checkinId));
  const { data, error, hasNextPage, isFetching, fetchNextPage } = query;
  const [all, setAll] = useState(anchored !== null);
  const roots = data?.pages.flat() ?? [];
  const complete = data !== undefined && !hasNextPage;
  const total = complete ? countOf(roots) : Math.max(count, countOf(roots));

  useEffect(() => {
    // Without a network the page says so itself, and this would be said with every poll.
    if (error && !(error instanceof ApiError && error.status === 0))
      toast.error(detailOf(error, 'Failed to load comments'));
  }, [error]);

  const told = useRef(onCount);
  told.current = onCount;
  // What is here now is newer than what the feed brought.
  useEffect(() => {
    if (complete) told.current(total);
  }, [complete, total]);

  const [sought, setSought] = useState<string | null>(null);
  if (anchored !== sought) {
    setSought(anchored);
    if (anchored !== null) setAll(true);
  }
  const reached = useRef<string | null>(null);
  useEffect(() => {
    if (anchored === null || anchored === reached.current || !data) return;
    const frame = requestAnimationFrame(() => {
      if (scrollToElement(`comment-${anchored}`)) reached.current = anchored;
      else if (hasNextPage && !isFetching) void fetchNextPage();
    });
    return () => cancelAnimationFrame(frame);
  }, [anchored, data, hasNextPage, isFetching, fetchNextPage]);

  return {
    roots,
    shown: all ? roots : roots.slice(0, COMMENTS_SHOWN),
    total,
    all,
    setAll,
    loaded: data !== undefined,
    failed: data === undefined && error !== null,
    fetching: isFetching,
    hasMore: hasNextPage,
    loadingMore: query.isFetchingNextPage,
    showMore: () => void fetchNextPage(),
    retry: () => void query.refetch(),
  };
}
