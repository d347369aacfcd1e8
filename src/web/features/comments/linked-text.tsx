import { splitMentions } from '#domain/mentions.ts';

export interface TextPart {
  text: string;
  /** An http or https URL; set for links. */
  href?: string;
}

const ADDRESS = /https?:\/\/[^\s<>"]+/gi;
/** Punctuation after a URL is not part of it. */
const TRAILING = /[.,;:!?'"*_~]+$/;

function trim(address: string): string {
  const bare = address.replace(TRAILING, '');
  // A closing parenthesis is part of the URL only if the URL contains an opening parenthesis.
  return bare.endsWith(')') && !bare.includes('(') ? trim(bare.slice(0, -1)) : bare;
}

function isAddress(text: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(text).protocol);
  } catch {
    return false;
  }
}

/** Splits plain text at its http and https URLs. The joined parts equal the text. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const found of text.matchAll(ADDRESS)) {
    const href = trim(found[0]);
    if (!isAddress(href)) continue;
    if (found.index > from) parts.push({ text: text.slice(from, found.index) });
    parts.push({ text: href, href });
    from = found.index + href.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

interface LinkedTextProps {
  text: string;
  /** Members whose `@name` is highlighted. */
  names?: readonly string[];
  className?: string;
}

const link =
  'font-semibold text-flame underline decoration-star decoration-2 underline-offset-4 hover:decoration-flame';

export function LinkedText({ text, names = [], className = 'leading-relaxed' }: LinkedTextProps) {
  let position = 0;
  const nextKey = (part: string) => {
    const key = position;
    position += part.length;
    return key;
  };
  return (
    <p className={`${className} wrap-anywhere whitespace-pre-line user-text`}>
      {splitLinks(text).map((part) =>
        part.href ? (
          <a key={nextKey(part.text)} href={part.href} target="_blank" rel="noopener nofollow" className={link}>
            {part.text}
          </a>
        ) : (
          splitMentions(part.text, names).map(({ text: piece, name }) =>
            name === undefined ? (
              <span key={nextKey(piece)}>{piece}</span>
            ) : (
              <b key={nextKey(piece)} className="rounded-sm bg-star-soft px-0.5 font-semibold text-star-ink">
                {piece}
              </b>
            ),
          )
        ),
      )}
    </p>
  );
}
