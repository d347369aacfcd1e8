import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery } from './me.ts';
import { useToken } from './session.ts';

interface Who {
  who: 'visitor' | 'member' | 'unknown';
  /** The visit began as a visitor's. */
  signedUp: boolean;
  /** There is a token, and nobody answers whose it is. */
  failed: boolean;
  retry: () => void;
}

/** Who looks at a public page: a visitor, somebody signed in, or not known yet. */
export function useViewer(): Who {
  const token = useToken();
  const me = useQuery({ ...meQuery, enabled: token !== null });
  const who = token === null ? 'visitor' : me.data ? 'member' : 'unknown';
  const [first, setFirst] = useState(who);
  if (first === 'unknown' && who !== 'unknown') setFirst(who);
  return { who, signedUp: first === 'visitor' && who === 'member', failed: me.isError, retry: () => void me.refetch() };
}
