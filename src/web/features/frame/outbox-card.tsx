import { ChevronDown, CloudOff, CloudUpload, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useMe } from '#web/data/me.ts';
import { flushOutbox, tryAgain } from '#web/data/outbox/outbox.ts';
import type { OutboxItem, OutboxKind } from '#web/data/outbox/outbox-item.ts';
import { removeItem } from '#web/data/outbox/outbox-store.ts';
import { useOutbox } from '#web/data/outbox/use-outbox.ts';
import { REACTION_NAMES } from '#web/drawings/reaction-art.tsx';
import { Button } from '#web/kit/button.tsx';
import { ConfirmDialog } from '#web/kit/confirm-action.tsx';
import { cx } from '#web/lib/cx.ts';
import { exactTime } from '#web/lib/format.ts';
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
  item.kind === 'reaction' ? REACTION_NAMES[item.body.reaction_type] : (item.body.content ?? '');

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

/** How many items wait, or that some were refused. */
function Title({ items }: { items: readonly OutboxItem[] }) {
  const waiting = items.filter((item) => item.state === 'waiting').length;
  if (waiting === 0) return "We couldn't send this";
  return waiting === 1 ? '1 item waiting to send' : `${waiting} items waiting to send`;
}

function Rows({ items }: { items: readonly OutboxItem[] }) {
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
      <ul className="grid gap-3 px-4 pt-1 pb-4">
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

/** What the bar says and offers while there is no network. */
interface OutboxCardProps {
  offline: { text: ReactNode; action: ReactNode } | null;
}

/**
 * The items that this device has not sent yet, and those that the server refused, with the reason. Without a network
 * the card folds to one bar, which says so as well.
 */
export function OutboxCard({ offline }: OutboxCardProps) {
  const items = useOutbox();
  if (items.length === 0) return null;
  const refused = items.some((item) => item.state === 'refused');
  const Icon = refused ? TriangleAlert : offline ? CloudOff : CloudUpload;
  return (
    <section
      aria-label="On this device"
      className={cx(
        'relative mb-3 rounded-md',
        offline ? 'bg-star-soft' : 'border-2 border-dashed border-line bg-card',
      )}
    >
      <details className="group" open={refused || !offline}>
        <summary
          className={cx(
            'flex min-h-14 cursor-pointer items-center gap-3 rounded-md ps-4 text-sm leading-tight',
            offline ? 'pe-16' : 'pe-34',
          )}
        >
          <Icon className={cx('size-5 shrink-0', refused ? 'text-flame' : 'text-ink-2')} aria-hidden />
          <span className="min-w-0 grow">
            {offline && <span className="block">{offline.text}</span>}
            <strong className="font-bold">
              <Title items={items} />
            </strong>
          </span>
          <ChevronDown className="size-4.5 shrink-0 text-ink-2 group-open:rotate-180" aria-hidden />
        </summary>
        <Rows items={items} />
      </details>
      <div className="absolute end-2 top-1.5">
        {offline ? (
          offline.action
        ) : (
          <Button kind="quiet" size="sm" onClick={() => void flushOutbox()}>
            Send now
          </Button>
        )}
      </div>
    </section>
  );
}
