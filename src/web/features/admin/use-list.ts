import { useEffect, useState } from 'react';
import { LIST_MAX } from '#domain/limits.ts';

/** The specification's page of a list (Spec 9). */
const LIMIT = LIST_MAX;
/** A search is asked once the hand rests. */
const REST_MS = 250;

export interface ListState<Sort extends string> {
  q: string;
  sort: Sort;
  order: 'asc' | 'desc';
  page: number;
}

/** Search, order and page of a list. Whatever else changes, the list begins at its first page again. */
export function useList<Sort extends string>(initial: Sort) {
  const [state, setState] = useState<ListState<Sort>>({ q: '', sort: initial, order: 'desc', page: 1 });
  const [typed, setTyped] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setState((now) => (now.q === typed ? now : { ...now, q: typed, page: 1 })), REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return {
    query: { ...state, limit: LIMIT },
    typed,
    setTyped,
    setPage: (page: number) => setState((now) => ({ ...now, page })),
    /** The same column again turns the order round. */
    sortBy: (sort: Sort) =>
      setState((now) => ({
        ...now,
        sort,
        order: now.sort === sort && now.order === 'desc' ? 'asc' : 'desc',
        page: 1,
      })),
  };
}
