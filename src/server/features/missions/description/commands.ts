import type { IOptions } from 'sanitize-html';
import { DESCRIPTION_MAX } from '#domain/limits.ts';
import { problem } from '#platform/i18n/problem.ts';
import { isHtmlVisible } from '#platform/lib/text.ts';

const OPTIONS: IOptions = {
  allowedTags: ['p', 'br', 'strong', 'em', 'ul', 'ol', 'li'],
  allowedAttributes: {},
  transformTags: { b: 'strong', i: 'em', div: 'p' },
  // Their content is not text for readers.
  nonTextTags: ['style', 'script', 'textarea', 'option', 'noscript', 'title', 'iframe', 'svg', 'math'],
  nestingLimit: 20,
};

const PASSES_MAX = 4;

/** Loads the parsers of HTML, which would be a large part of what a start loads, when they are first needed. */
export const loadSanitizer = async () => (await import('sanitize-html')).default;

/** A description as it is stored: `p br strong em ul ol li` without attributes. Cleaning again changes nothing. */
export async function cleanDescription(html: string): Promise<string> {
  const sanitizeHtml = await loadSanitizer();
  let clean = html;
  // Removing a tag between two paragraphs can nest one in the other: a second pass parses them as a browser would.
  for (let pass = 0; pass < PASSES_MAX; pass++) {
    const before = clean;
    clean = sanitizeHtml(before, OPTIONS).trim();
    if (clean === before) break;
  }
  return clean;
}

/** Why a cleaned description cannot be stored (it is empty or too long); null when it can. */
export function descriptionProblem(html: string): string | null {
  if (!isHtmlVisible(html)) return problem('problems.fill_in');
  if (html.length <= DESCRIPTION_MAX) return null;
  return problem('problems.too_long', { label: 'problems.labels.description', max: DESCRIPTION_MAX });
}
