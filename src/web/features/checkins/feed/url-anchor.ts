const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const ANCHOR = new RegExp(`^(checkin-${ID})(?:-comment-(${ID}))?$`);

/** A target on the mission page: the element to scroll to and the comment to show. */
export interface Anchor {
  element: string;
  comment_id: string | null;
}

/** Parses a fragment without its #. Returns null if it is not an anchor. */
export function readAnchor(hash: string): Anchor | null {
  if (hash === 'checkin') return { element: 'checkin', comment_id: null };
  const found = ANCHOR.exec(hash);
  return found ? { element: found[1]!, comment_id: found[2] ?? null } : null;
}
