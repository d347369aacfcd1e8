import { useLocation } from '@tanstack/react-router';
import { anchorOf, readAnchor } from '#web/lib/url-anchor.ts';

interface CommentAnchor {
  comment_id: string | null;
  /** Another one for each arrival: the same link pressed again is one, too. */
  arrival: string;
}

/** The comment under this check-in at which the page's address points. */
export function useCommentAnchor(checkinId: string): CommentAnchor {
  const { hash, state } = useLocation();
  const anchor = readAnchor(hash);
  const comment_id = anchor?.element === anchorOf(checkinId) ? anchor.comment_id : null;
  return { comment_id, arrival: comment_id === null ? '' : `${comment_id} ${state.__TSR_key ?? ''}` };
}
