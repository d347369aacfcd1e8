import { CloudUpload, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactionType } from '#domain/reactions.ts';
import { exactTime } from '#web/lib/format.ts';
import { flushOutbox, tryAgain } from '#web/lib/outbox/outbox.ts';
import type { OutboxItem, OutboxKind } from '#web/lib/outbox/outbox-item.ts';
import { removeItem } from '#web/lib/outbox/outbox-store.ts';
import { useMe } from '#web/lib/session/me.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { REACTION_NAMES } from '#web/ui/drawings/reaction-art.tsx';
import { useOutbox } from './use-outbox.ts';

const WHAT: Record<OutboxKind, string> = {
  checkin: 'Check-in',
  comment: 'Comment',
  reaction: 'Reaction',
};

/** A picture that is on this device alone so far. */
function Preview({ photo }: { photo: Blob }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(photo);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [photo]);
  return url && <img src={url} alt="" className="size-11 shrink-0 rounded-sm object-cover" />;
}

function wordsOf({ kind, body }: OutboxItem): string {
  if (kind === 'reaction') return REACTION_NAMES[body.reaction_type as ReactionType];
  return typeof body.content === 'string' ? body.content : '';
}

/** Presses are many and small, and stand where they were made: here is their number alone. */
function WaitingReactions({ count }: { count: number }) {
  return (
    <li>
      <p className="leading-tight font-bold">Reactions · {count}</p>
      <p className="text-xs text-ink-2">Waiting to be sent</p>
    </li>
  );
}

function Row({ item, zone, onDiscard }: { item: OutboxItem; zone: string; onDiscard: () => void }) {
  const refused = item.state === 'refused';
  const again = () => tryAgain(item).catch(() => toast.error('This device would not keep it. Please try again.'));
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {item.photo && <Preview photo={item.photo} />}
      <div className="min-w-0 grow basis-48">
        <p className="leading-tight font-bold">
          {WHAT[item.kind]} · {item.mission_title}
        </p>
        {wordsOf(item) && <p className="line-clamp-2 text-sm wrap-anywhere text-ink-2">{wordsOf(item)}</p>}
        <p className="text-xs text-ink-2">
          Done {exactTime(item.performed_at, zone)} ·{' '}
          {refused ? `Not taken: ${item.reason || 'the server said no'}` : 'Waiting to be sent'}
        </p>
      </div>
      <div className="flex gap-2">
        {refused && (
          <Button kind="quiet" size="sm" onClick={() => void again()}>
            Try again
          </Button>
        )}
        <Button kind="bare" size="sm" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </li>
  );
}

/** What was done here and not yet taken by the server: what waits, and what was refused with the reason. */
export function OutboxCard() {
  const { timezone } = useMe();
  const items = useOutbox();
  const [asked, setAsked] = useState<OutboxItem | null>(null);
  if (items.length === 0) return null;
  const isPress = (item: OutboxItem) => item.kind === 'reaction' && item.state === 'waiting';
  const presses = items.filter(isPress).length;
  const refused = items.some((item) => item.state === 'refused');
  const discard = () => {
    if (asked) void removeItem(asked.client_id).catch(() => toast.error('This device would not let it go.'));
    setAsked(null);
  };
  return (
    <section aria-label="On this device" className="mb-4 rounded-lg border-2 border-dashed border-line bg-card p-4">
      <header className="mb-3 flex flex-wrap items-center gap-3">
        {refused ? (
          <TriangleAlert className="size-5 shrink-0 text-flame" aria-hidden />
        ) : (
          <CloudUpload className="size-5 shrink-0 text-ink-2" aria-hidden />
        )}
        <h2 className="grow text-base font-extrabold">Kept on this device</h2>
        <Button kind="quiet" size="sm" onClick={() => void flushOutbox()}>
          Send now
        </Button>
      </header>
      <ul className="grid gap-3">
        {items
          .filter((item) => !isPress(item))
          .map((item) => (
            <Row key={item.client_id} item={item} zone={timezone} onDiscard={() => setAsked(item)} />
          ))}
        {presses > 0 && <WaitingReactions count={presses} />}
      </ul>
      {asked && (
        <ConfirmDialog
          title="Discard it?"
          confirm="Discard"
          cancel="Keep it"
          onConfirm={discard}
          onClose={() => setAsked(null)}
        >
          It is on this device alone. Once discarded, nobody will ever see it.
        </ConfirmDialog>
      )}
    </section>
  );
}
