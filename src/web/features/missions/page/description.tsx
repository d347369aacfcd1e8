import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import { cx } from '#platform/web/lib/cx.ts';

const ALLOWED = new Set(['p', 'br', 'strong', 'em', 'ul', 'ol', 'li']);

/** Converts nodes to React elements. It unwraps tags that are not allowed. */
function elementsOf(nodes: Iterable<Node>): ReactNode[] {
  return Array.from(nodes, (node, at) => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent;
    const tag = node.nodeName.toLowerCase();
    const children = elementsOf(node.childNodes);
    return createElement(ALLOWED.has(tag) ? tag : Fragment, { key: at }, ...children);
  });
}

/** The server sanitizes the HTML; as a second defense only allowed tags become elements. */
export function Description({ html, className }: { html: string; className?: string }) {
  const content = useMemo(() => elementsOf(new DOMParser().parseFromString(html, 'text/html').body.childNodes), [html]);
  return (
    <div dir="auto" className={cx('prose-felt wrap-anywhere', className)}>
      {content}
    </div>
  );
}
