import { useState } from 'react';
import { Button } from '#platform/web/kit/button.tsx';
import { ConfirmDialog } from '#platform/web/kit/confirm-action.tsx';
import { exactTime } from '#platform/web/lib/format.ts';
import { type ScreenTranslate, useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { usePreview } from '#platform/web/lib/use-preview.ts';
import { tryAgain } from '#platform/web/outbox/outbox.ts';
import type { OutboxItem } from '#platform/web/outbox/outbox-item.ts';
import { removeItem } from '#platform/web/outbox/outbox-store.ts';
import { useMe } from '#web/data/me.ts';

function Preview({ photo }: { photo: Blob }) {
  const url = usePreview(photo);
  return url && <img src={url} alt="" className="size-11 shrink-0 rounded-sm object-cover" />;
}

const textOf = (t: ScreenTranslate, item: OutboxItem): string =>
  item.kind === 'reaction' ? t(`app.drawings.reactions.${item.body.reaction_type}`) : (item.body.content ?? '');

/** Shows only the number of pending reactions: there can be many, and each appears under its check-in. */
function PendingReactions({ count }: { count: number }) {
  const t = useT();
  return (
    <li>
      <p className="leading-tight font-bold">{t('app.frame.outbox.reactions', { count })}</p>
      <p className="text-xs text-ink-2">{t('app.frame.outbox.waiting')}</p>
    </li>
  );
}

function Row({ item, zone, onDiscard }: { item: OutboxItem; zone: string; onDiscard: () => void }) {
  const t = useT();
  const refused = item.state === 'refused';
  const time = exactTime(item.performed_at, zone);
  const again = () => tryAgain(item).catch(() => toast.error(t('app.frame.outbox.not_saved')));
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {item.photo && <Preview photo={item.photo} />}
      <div className="min-w-0 grow basis-48">
        <p className="leading-tight font-bold">
          {t(`app.frame.outbox.kinds.${item.kind}`, { mission: item.mission_title })}
        </p>
        {textOf(t, item) && <p className="line-clamp-2 text-sm wrap-anywhere text-ink-2">{textOf(t, item)}</p>}
        <p className="text-xs text-ink-2">
          {refused
            ? t('app.frame.outbox.done_refused', { time, reason: item.reason || t('app.frame.outbox.refused') })
            : t('app.frame.outbox.done_waiting', { time })}
        </p>
      </div>
      <div className="flex gap-2">
        {refused && (
          <Button kind="quiet" size="sm" onClick={() => void again()}>
            {t('start.common.retry')}
          </Button>
        )}
        <Button kind="bare" size="sm" onClick={onDiscard}>
          {t('app.frame.outbox.discard')}
        </Button>
      </div>
    </li>
  );
}

export function OutboxList({ items }: { items: readonly OutboxItem[] }) {
  const t = useT();
  const { timezone } = useMe();
  const [discarding, setDiscarding] = useState<OutboxItem | null>(null);
  const isPendingReaction = (item: OutboxItem) => item.kind === 'reaction' && item.state === 'waiting';
  const reactions = items.filter(isPendingReaction).length;
  const discard = () => {
    if (discarding) void removeItem(discarding.client_id).catch(() => toast.error(t('app.frame.outbox.not_removed')));
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
          title={t('app.frame.outbox.discard_title')}
          confirm={t('app.frame.outbox.discard')}
          danger
          cancel={t('app.frame.outbox.keep')}
          onConfirm={discard}
          onClose={() => setDiscarding(null)}
        >
          {t('app.frame.outbox.discard_text')}
        </ConfirmDialog>
      )}
    </>
  );
}
