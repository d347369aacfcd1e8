import { Copy, Download, Share2 } from 'lucide-react';
import type { Completion } from '#contract/completion.ts';
import { Button, button } from '#platform/web/kit/button.tsx';
import { scrollToElement } from '#platform/web/kit/scroll-to.ts';
import { Section } from '#platform/web/kit/section.tsx';
import { GLYPHS, ShareIcon } from '#platform/web/kit/share.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { copyWithToast, shareOrElse } from '#platform/web/lib/share-text.ts';

const NETWORKS = [
  ['Twitter', 'twitter', 'M4 4h4.6l4.1 5.7L17.6 4H20l-6.2 7.2L20.6 20H16l-4.5-6.2L6.1 20H3.7l6.7-7.8Z'],
  [
    'LinkedIn',
    'linkedin',
    'M4 9h3.6v11H4ZM5.8 4a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM10 9h3.4v1.6c.6-1 1.9-1.9 3.6-1.9 3.1 0 4 2 4 5V20h-3.6v-5.6c0-1.5-.4-2.6-1.8-2.6s-2 1.1-2 2.6V20H10Z',
  ],
  ['Facebook', 'facebook', GLYPHS.Facebook],
] as const;
const POPUP = 'popup,noopener,noreferrer,width=600,height=400';

/** Opens the device's share sheet. If there is none or it fails, scrolls to the links to networks. */
export function ShareButton({ completion }: { completion: Completion }) {
  const t = useT();
  const { mission, share_text: text, share_url: url } = completion;
  const share = () => shareOrElse({ title: mission.title, text, url }, () => scrollToElement('share-networks', true));
  return (
    <button
      type="button"
      onClick={() => void share()}
      className="mt-8 inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md border-2 border-on-night-2 px-5 text-sm font-bold text-on-night hover:bg-on-night/10"
    >
      <Share2 className="size-4.5" aria-hidden />
      {t('start.common.share')}
    </button>
  );
}

/** The text and link contain only the user's own numbers, because the mission is for its members. */
export function ShareCompletion({ completion }: { completion: Completion }) {
  const t = useT();
  const copy = () =>
    copyWithToast(`${completion.share_text} ${completion.share_url}`, {
      done: t('app.completion.share.copied'),
      failed: t('app.completion.share.not_copied'),
    });
  return (
    <Section id="share" title={t('app.completion.share.heading')}>
      <img
        src={completion.share_picture_url}
        width={1200}
        height={630}
        alt={t('app.completion.share.picture', { mission: completion.mission.title })}
        className="mb-3 h-auto w-full rounded-md bg-dusk"
      />
      <div id="share-networks" tabIndex={-1} className="grid grid-cols-3 gap-2.5 rounded-md">
        {NETWORKS.map(([name, key, glyph]) => (
          <Button
            key={key}
            kind="quiet"
            size="tile"
            onClick={() => window.open(completion.share_urls[key], '_blank', POPUP)}
          >
            <ShareIcon glyph={glyph} />
            {name}
          </Button>
        ))}
      </div>
      <Button kind="quiet" size="sm" className="mt-3 w-full" onClick={() => void copy()}>
        <Copy className="size-4.5" aria-hidden />
        {t('app.completion.share.copy')}
      </Button>
      <a
        href={completion.share_picture_url}
        download="emberkin-mission.png"
        className={button({ kind: 'quiet', size: 'sm', className: 'mt-3 w-full' })}
      >
        <Download className="size-4.5" aria-hidden />
        {t('app.completion.share.download')}
      </a>
    </Section>
  );
}
