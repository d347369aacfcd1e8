import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown, CloudOff, CloudUpload, RefreshCw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '#platform/web/kit/button.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import { clockTime, exactTime } from '#platform/web/lib/format.ts';
import { type ScreenTranslate, useT } from '#platform/web/lib/language.ts';
import { flushOutbox } from '#platform/web/outbox/outbox.ts';
import type { OutboxItem } from '#platform/web/outbox/outbox-item.ts';
import { useMe } from '#web/data/me.ts';
import { useOutbox } from '#web/data/outbox/use-outbox.ts';
import * as keys from '#web/data/query-keys.ts';
import { OutboxList } from './outbox-list.tsx';

/** Returns the age of the newest response on the screen, or an empty text without one. */
function useLastUpdated(): string {
  const t = useT();
  const { timezone } = useMe();
  const times = useQueryClient()
    .getQueryCache()
    .getAll()
    .filter((query) => query.getObserversCount() > 0 && query.queryKey[0] !== keys.me[0])
    .map((query) => query.state.dataUpdatedAt);
  const at = Math.max(0, ...times);
  if (at === 0) return '';
  const when = new Date(at).toISOString();
  const recent = Date.now() - at < 12 * 3_600_000;
  return t('app.frame.device.updated', { when: recent ? clockTime(when, timezone) : exactTime(when, timezone) });
}

/** Formats counts as `1 waiting, 2 not sent`. */
function countText(t: ScreenTranslate, items: readonly OutboxItem[]): string {
  const waiting = items.filter(({ state }) => state === 'waiting').length;
  const refused = items.length - waiting;
  if (refused === 0) return t('app.frame.device.waiting', { waiting });
  return waiting > 0 ? t('app.frame.device.both', { waiting, refused }) : t('app.frame.device.refused', { refused });
}

function Retry() {
  const t = useT();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const retry = () => {
    setBusy(true);
    void client.refetchQueries({ type: 'active' }).finally(() => setBusy(false));
  };
  return (
    <IconButton label={t(busy ? 'start.common.retrying' : 'start.common.retry')} disabled={busy} onClick={retry}>
      <RefreshCw className={cx('size-5', busy && 'motion-safe:animate-spin')} aria-hidden />
    </IconButton>
  );
}

/**
 * Summarizes unsent items and a missing network; hidden if there is neither (docs/rules.md#offline).
 *
 * It unfolds to the list, automatically if the server refused an item.
 */
export function DeviceBar({ online }: { online: boolean }) {
  const t = useT();
  const items = useOutbox();
  const updated = useLastUpdated();
  if (online && items.length === 0) return null;
  const refused = items.some(({ state }) => state === 'refused');
  const Icon = refused ? TriangleAlert : online ? CloudUpload : CloudOff;
  const state = items.length > 0 ? countText(t, items) : updated;
  const offline = state ? t('app.frame.device.offline_with', { state }) : t('app.frame.device.offline');
  return (
    <section
      aria-label={items.length > 0 ? t('app.frame.device.label') : undefined}
      className="relative mb-3 rounded-md bg-star-soft text-sm text-ink"
    >
      <details className="group" open={refused}>
        <summary
          className={cx(
            'flex min-h-11 cursor-pointer items-center gap-3 rounded-md ps-4 leading-tight',
            online ? 'pe-28' : 'pe-14',
          )}
        >
          <Icon className={cx('size-5 shrink-0', refused ? 'text-flame' : 'text-ink-2')} aria-hidden />
          <strong className="min-w-0 font-bold">{online ? state : offline}</strong>
          <ChevronDown className="size-4.5 shrink-0 text-ink-2 group-open:rotate-180" aria-hidden />
        </summary>
        <div className="grid gap-3 px-4 pt-1 pb-4">
          {items.length > 0 && <OutboxList items={items} />}
          {!online && (
            <p className="text-ink-2">
              {items.length > 0 && updated
                ? t('app.frame.device.later_with', { updated })
                : t('app.frame.device.later')}
            </p>
          )}
        </div>
      </details>
      <div className="absolute end-1 top-0">
        {online ? (
          <Button kind="bare" size="slim" onClick={() => void flushOutbox()}>
            {t('app.frame.device.send')}
          </Button>
        ) : (
          <Retry />
        )}
      </div>
    </section>
  );
}
