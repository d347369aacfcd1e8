import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Comment } from '#contract/comments.ts';
import { COMMENTS_SHOWN } from '#domain/limits.ts';
import { scrollToElement } from '#platform/web/kit/scroll-to.ts';
import { ApiError } from '#platform/web/lib/api/api-error.ts';
import { getT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { usePollInterval } from '#platform/web/live/use-poll-interval.ts';
import { commentsQuery } from './queries.ts';
import type { CommentThread } from './reply-field.tsx';

/** The poll interval of open comments without a live stream. */
const POLL_MS = 30_000;

type CommentsOptions = Pick<CommentThread, 'checkin_id' | 'count' | 'anchored'>;

const countOf = (roots: readonly Comment[]): number =>
  roots.reduce((sum, root) => sum + root.replies_count + (root.is_removed ? 0 : 1), 0);

/** Loads a check-in's comments and counts them. Scrolls to the comment in the URL. */
export function useComments({ checkin_id, count, anchored }: CommentsOptions, onCount: (count: number) => void) {
  const query = useInfiniteQuery({ ...commentsQuery(checkin_id), refetchInterval: usePollInterval(POLL_MS) });
  const { data, error, hasNextPage, isFetching, fetchNextPage } = query;
  const [all, setAll] = useState(anchored !== null);
  const roots = data?.pages.flat() ?? [];
  const complete = data !== undefined && !hasNextPage;
  const total = complete ? countOf(roots) : Math.max(count, countOf(roots));

  useEffect(() => {
    // The app itself reports that it is offline; a toast here would appear with every poll.
    if (error && !(error instanceof ApiError && error.status === 0))
      toast.failure(error, getT()('app.comments.list.failed'));
  }, [error]);

  // The loaded comments are newer than the feed's count.
  const reportCount = useEffectEvent(onCount);
  useEffect(() => {
    if (complete) reportCount(total);
  }, [complete, total]);

  const [lastAnchor, setLastAnchor] = useState<string | null>(null);
  if (anchored !== lastAnchor) {
    setLastAnchor(anchored);
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
    query,
    loadedCount: roots.length,
    shown: all ? roots : roots.slice(0, COMMENTS_SHOWN),
    total,
    all,
    setAll,
    hasMore: hasNextPage,
    loadingMore: query.isFetchingNextPage,
    showMore: () => void fetchNextPage(),
  };
}
