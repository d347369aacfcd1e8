import { splitLinks } from './links.ts';

/** What a member wrote, as it was written; addresses of http and https can be followed. */
export function LinkedText({ text }: { text: string }) {
  let at = 0;
  return (
    <p className="leading-relaxed wrap-anywhere whitespace-pre-line">
      {splitLinks(text).map(({ text: part, href }) => {
        const key = at;
        at += part.length;
        return href ? (
          <a
            key={key}
            href={href}
            target="_blank"
            rel="noopener nofollow"
            className="font-semibold text-flame underline decoration-star decoration-2 underline-offset-4 hover:decoration-flame"
          >
            {part}
          </a>
        ) : (
          <span key={key}>{part}</span>
        );
      })}
    </p>
  );
}
