import { useT } from '#platform/web/lib/language.ts';

/** Icon paths of the networks on the sign-in page. Other networks' icons stay out of its script. */
export const GLYPHS = {
  Facebook:
    'M13.5 21v-8h2.7l.5-3.3h-3.2V7.6c0-1 .4-1.7 1.8-1.7h1.5V3.1C16.5 3 15.7 3 14.8 3 12.1 3 10.2 4.6 10.2 7.3v2.4H7.5V13h2.7v8Z',
  WhatsApp:
    'M12 3a9 9 0 0 0-7.7 13.6L3 21l4.5-1.2A9 9 0 1 0 12 3Zm4.6 12.2c-.3.8-1.5 1.4-2.2 1.4-2.7-.2-6.6-3.6-7-6.7 0-.8.5-1.8 1.2-2.1.5-.2 1 0 1.2.4l.8 1.7c.2.4 0 .7-.5 1.4.5 1.3 1.5 2.2 2.9 2.8.7-.8 1-1.1 1.4-.9l1.8.9c.4.3.5.6.4 1.1Z',
};

export function ShareIcon({ glyph }: { glyph: string }) {
  return (
    <svg viewBox="0 0 24 24" className="size-5" aria-hidden="true">
      <path d={glyph} fill="currentColor" />
    </svg>
  );
}

/* Only the browser has an origin: prerendered pages receive it when React hydrates. */
const origin = () => (typeof window === 'undefined' ? '' : window.location.origin);
const LINKS = {
  Facebook: (quote: string) =>
    `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: origin(), quote })}`,
  WhatsApp: (quote: string) => `https://wa.me/?${new URLSearchParams({ text: `${quote} ${origin()}` })}`,
};

/** Renders links that share a fixed text on Facebook and WhatsApp, after `lead`. */
export function ShareLinks({ lead }: { lead?: string }) {
  const t = useT();
  return (
    <span className="flex items-center gap-0.5">
      {lead && <span className="me-1 text-sm text-ink-2">{lead}</span>}
      {(['Facebook', 'WhatsApp'] as const).map((network) => (
        <a
          key={network}
          href={LINKS[network](t('start.kit.promotion'))}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('start.kit.share_on', { network })}
          className="grid size-11 place-items-center rounded-full text-ink-2 hover:bg-sunk hover:text-ink"
        >
          <ShareIcon glyph={GLYPHS[network]} />
        </a>
      ))}
    </span>
  );
}
