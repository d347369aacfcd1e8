import { splitMentions } from '#domain/mentions.ts';
import { splitLinks } from './links.ts';

interface LinkedTextProps {
  text: string;
  /** Names of the members whose `@name` stands out. */
  names?: readonly string[];
  className?: string;
}

const link =
  'font-semibold text-flame underline decoration-star decoration-2 underline-offset-4 hover:decoration-flame';

/** A member's text, unchanged. Addresses of http and https are links, mentions stand out. */
export function LinkedText({ text, names = [], className = 'leading-relaxed' }: LinkedTextProps) {
  let position = 0;
  const nextKey = (part: string) => {
    const key = position;
    position += part.length;
    return key;
  };
  return (
    <p className={`${className} wrap-anywhere whitespace-pre-line`}>
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
