import { CloudUpload, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { exactTime } from '#web/lib/format.ts';
import { flushOutbox, tryAgain } from '#web/lib/outbox/outbox.ts';
import type { OutboxItem, OutboxKind } from '#web/lib/outbox/outbox-item.ts';
import { removeItem } from '#web/lib/outbox/outbox-store.ts';
import { useMe } from '#web/lib/session/me.ts';
import { toast } from '#web/lib/toast.ts';
import { usePreview } from '#web/lib/use-preview.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-action.tsx';
import { REACTION_NAMES } from '#web/ui/drawings/reaction-art.tsx';
import { useOutbox } from './use-outbox.ts';

const KIND_NAMES: Record<OutboxKind, string> = {
  checkin: 'Check-in',
  comment: 'Comment',
  reaction: 'Reaction',
};

/** The photo of an item. */
function Preview({ photo }: { photo: Blob }) {
  const url = usePreview(photo);
  return url && <img src={url} alt="" className="size-11 shrink-0 rounded-sm object-cover" />;
}

const textOf = (item: OutboxItem): string =>
  item.kind === 'reaction' ? REACTION_NAMES[item.body.reaction_type] : (item.body.content ?? '');

/** Only the number of pending reactions, as there may be many and each is shown under its check-in. */
function PendingReactions({ count }: { count: number }) {
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
          {KIND_NAMES[item.kind]} · {item.mission_title}
        </p>
        {textOf(item) && <p className="line-clamp-2 text-sm wrap-anywhere text-ink-2">{textOf(item)}</p>}
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

/** The items that this device has not sent yet, and those that the server refused, with the reason. */
export function OutboxCard() {
  const { timezone } = useMe();
  const items = useOutbox();
  const [discarding, setDiscarding] = useState<OutboxItem | null>(null);
  if (items.length === 0) return null;
  const isPendingReaction = (item: OutboxItem) => item.kind === 'reaction' && item.state === 'waiting';
  const reactions = items.filter(isPendingReaction).length;
  const refused = items.some((item) => item.state === 'refused');
  const discard = () => {
    if (discarding) void removeItem(discarding.client_id).catch(() => toast.error('This device would not let it go.'));
    setDiscarding(null);
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
          .filter((item) => !isPendingReaction(item))
          .map((item) => (
            <Row key={item.client_id} item={item} zone={timezone} onDiscard={() => setDiscarding(item)} />
          ))}
        {reactions > 0 && <PendingReactions count={reactions} />}
      </ul>
      {discarding && (
        <ConfirmDialog
          title="Discard it?"
          confirm="Discard"
          cancel="Keep it"
          onConfirm={discard}
          onClose={() => setDiscarding(null)}
        >
          It is on this device alone. Once discarded, nobody will ever see it.
        </ConfirmDialog>
      )}
    </section>
  );
}
