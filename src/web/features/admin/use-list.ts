import { useEffect, useState } from 'react';
import { LIST_MAX } from '#domain/limits.ts';

/** The specification's page of a list (Spec 9). */
const LIMIT = LIST_MAX;
/** A search is asked once the hand rests. */
const REST_MS = 250;

export interface ListOrder<Sort extends string> {
  q: string;
  sort: Sort;
  order: 'asc' | 'desc';
}

export interface ListState<Sort extends string> {
  query: ListOrder<Sort> & { page: number; limit: number };
  /** What stands in the search; the query has it a moment later. */
  typed: string;
  setTyped: (typed: string) => void;
  setPage: (page: number) => void;
  /** The same column again turns the order round. */
  sortBy: (sort: Sort) => void;
}

/** Search, order and page of a list. Whatever else changes, the list begins at its first page again. */
export function useList<Sort extends string>(initial: Sort): ListState<Sort> {
  const [state, setState] = useState({ q: '', sort: initial, order: 'desc' as 'asc' | 'desc', page: 1 });
  const [typed, setTyped] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setState((now) => (now.q === typed ? now : { ...now, q: typed, page: 1 })), REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return {
    query: { ...state, limit: LIMIT },
    typed,
    setTyped,
    setPage: (page) => setState((now) => ({ ...now, page })),
    sortBy: (sort) =>
      setState((now) => ({
        ...now,
        sort,
        order: now.sort === sort && now.order === 'desc' ? 'asc' : 'desc',
        page: 1,
      })),
  };
}
