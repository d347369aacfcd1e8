import type { IOptions } from 'sanitize-html';
import { DESCRIPTION_MAX } from '#domain/limits.ts';
import { problem } from '#platform/i18n/problem.ts';
import { isHtmlVisible } from '#platform/lib/text.ts';

const OPTIONS: IOptions = {
  allowedTags: ['p', 'br', 'strong', 'em', 'ul', 'ol', 'li'],
  allowedAttributes: {},
  transformTags: { b: 'strong', i: 'em', div: 'p' },
  // The content of these tags is not text for readers.
  nonTextTags: ['style', 'script', 'textarea', 'option', 'noscript', 'title', 'iframe', 'svg', 'math'],
  nestingLimit: 20,
};

const PASSES_MAX = 4;

/** Loads the HTML parsers on first use, because they are a large part of what a start would load. */
export const loadSanitizer = async () => (await import('sanitize-html')).default;

/** Returns a description as stored: only `p br strong em ul ol li`, without attributes. Safe to repeat. */
export async function cleanDescription(html: string): Promise<string> {
  const sanitizeHtml = await loadSanitizer();
  let clean = html;
  // Removing a tag between two paragraphs can nest one in the other. A second pass parses them like a browser would.
  for (let pass = 0; pass < PASSES_MAX; pass++) {
    const before = clean;
    clean = sanitizeHtml(before, OPTIONS).trim();
    if (clean === before) break;
  }
  return clean;
}

/** Returns why a cleaned description cannot be stored (empty or too long), or null if it can. */
export function descriptionProblem(html: string): string | null {
  if (!isHtmlVisible(html)) return problem('problems.fill_in');
  if (html.length <= DESCRIPTION_MAX) return null;
  return problem('problems.too_long', { label: 'problems.labels.description', max: DESCRIPTION_MAX });
}
