import { useEffect } from 'react';

/** The page's name in the browser's tab and for readers. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Emberkin` : 'Emberkin';
  }, [title]);
}
