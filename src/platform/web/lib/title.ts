import { useEffect } from 'react';
import { getApp } from './app.ts';

/** Sets the document's title, which the tab shows and screen readers announce. */
export function useTitle(title: string): void {
  useEffect(() => {
    const { title: product } = getApp();
    document.title = title ? `${title} · ${product}` : product;
  }, [title]);
}
