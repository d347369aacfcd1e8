import { useEffect } from 'react';

/** Sets the title of the document, which the tab shows and screen readers announce. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Emberkin` : 'Emberkin';
  }, [title]);
}
