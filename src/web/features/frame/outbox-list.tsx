import { useState } from 'react';
import { useMe } from '#web/data/me.ts';
import { tryAgain } from '#web/data/outbox/outbox.ts';
import type { OutboxItem, OutboxKind } from '#web/data/outbox/outbox-item.ts';
import { removeItem } from '#web/data/outbox/outbox-store.ts';
import { REACTION_KEYS } from '#web/drawings/reaction-art.tsx';
import { Button } from '#web/kit/button.tsx';
import { ConfirmDialog } from '#web/kit/confirm-action.tsx';
import { exactTime } from '#web/lib/format.ts';
import { getT } from '#web/lib/language.ts';
import { toast } from '#web/lib/toast.ts';
import { usePreview } from '#web/lib/use-preview.ts';

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
  item.kind === 'reaction' ? getT()(REACTION_KEYS[item.body.reaction_type]) : (item.body.content ?? '');

/** Only the number of pending reactions, as there may be many and each is shown under its check-in. */
function PendingReactions({ count }: { count: number }) {
  return (
    <li>
      <p className="leading-tight font-bold">Reactions · {count}</p>
      <p className="text-xs text-ink-2">Waiting to send</p>
    </li>
  );
}

function Row({ item, zone, onDiscard }: { item: OutboxItem; zone: string; onDiscard: () => void }) {
  const refused = item.state === 'refused';
  const again = () =>
    tryAgain(item).catch(() => toast.error("We couldn't save that on this device. Please try again."));
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
          {refused ? item.reason || "The server didn't accept it" : 'Waiting to send'}
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
export function OutboxList({ items }: { items: readonly OutboxItem[] }) {
  const { timezone } = useMe();
  const [discarding, setDiscarding] = useState<OutboxItem | null>(null);
  const isPendingReaction = (item: OutboxItem) => item.kind === 'reaction' && item.state === 'waiting';
  const reactions = items.filter(isPendingReaction).length;
  const discard = () => {
    if (discarding) void removeItem(discarding.client_id).catch(() => toast.error("We couldn't remove that."));
    setDiscarding(null);
  };
  return (
    <>
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
          danger
          cancel="Keep it"
          onConfirm={discard}
          onClose={() => setDiscarding(null)}
        >
          It hasn't been sent yet. If you discard it, it's gone.
        </ConfirmDialog>
      )}
    </>
  );
}
