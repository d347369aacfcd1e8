import { Copy, Download } from 'lucide-react';
import type { Completion } from '#contract/completion.ts';
import { copyText } from '#web/lib/copy-text.ts';
import { toast } from '#web/lib/toast.ts';
import { Button, button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';
import { ShareIcon } from '#web/ui/share.tsx';

const NETWORKS = [
  ['Twitter', 'twitter'],
  ['LinkedIn', 'linkedin'],
  ['Facebook', 'facebook'],
] as const;
const POPUP = 'popup,noopener,noreferrer,width=600,height=400';

/** Shares the server's text and link. They show the user's figures only, since the mission is for its members. */
export function ShareCompletion({ completion }: { completion: Completion }) {
  const copy = async () => {
    if (await copyText(`${completion.share_text} ${completion.share_url}`))
      toast.success('Achievement copied to clipboard!');
    else toast.error('Failed to copy text. Please try again.');
  };
  return (
    <Section id="share" title="Share it">
      <img
        src={completion.share_picture_url}
        width={1200}
        height={630}
        alt={`The patch of ${completion.mission.title} with your figures`}
        className="mb-3 h-auto w-full rounded-md bg-dusk"
      />
      <div className="grid grid-cols-3 gap-2.5">
        {NETWORKS.map(([name, key]) => (
          <Button
            key={key}
            kind="quiet"
            size="tile"
            onClick={() => window.open(completion.share_urls[key], '_blank', POPUP)}
          >
            <ShareIcon network={name} />
            {name}
          </Button>
        ))}
      </div>
      <Button kind="quiet" size="sm" className="mt-3 w-full" onClick={() => void copy()}>
        <Copy className="size-4.5" aria-hidden />
        Copy achievement text
      </Button>
      <a
        href={completion.share_picture_url}
        download="emberkin-mission.png"
        className={button({ kind: 'quiet', size: 'sm', className: 'mt-3 w-full' })}
      >
        <Download className="size-4.5" aria-hidden />
        Download picture
      </a>
    </Section>
  );
}
