import { useState } from 'react';
import type { ApiToken } from '#contract/api-tokens.ts';
import { dayOf } from '#domain/days.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { ConfirmAction, emphasis } from '#platform/web/kit/confirm-action.tsx';
import { Pill } from '#platform/web/kit/pill.tsx';
import { shortDay } from '#platform/web/lib/format.ts';
import { useT, within } from '#platform/web/lib/language.ts';
import { relativeTime } from '#web/data/relative-time.ts';
import { useRevokeToken } from './queries.ts';

interface TokenListProps {
  tokens: readonly ApiToken[];
  /** Whether the plan includes tokens. */
  allowed: boolean;
  zone: string;
}

const isExpired = ({ expires_at }: ApiToken) => expires_at !== null && Date.parse(expires_at) <= Date.now();

export function TokenList({ tokens, allowed, zone }: TokenListProps) {
  const t = useT();
  const [revoking, setRevoking] = useState<ApiToken | null>(null);
  const paused = !allowed && tokens.length > 0;
  return (
    <>
      {tokens.length === 0 ? (
        <p className="text-sm text-ink-2">{t('app.api_tokens.none')}</p>
      ) : (
        <ul className="grid divide-y-2 divide-dashed divide-line">
          {tokens.map((token) => (
            <li key={token.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4 first:pt-0">
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <strong className="wrap-anywhere">{token.name}</strong>
                  <Pill tone={token.scope === 'read' ? 'info' : 'open'}>
                    {t(`app.api_tokens.scopes.${token.scope}.name`)}
                  </Pill>
                  {isExpired(token) ? (
                    <Pill>{t('app.api_tokens.list.expired')}</Pill>
                  ) : (
                    paused && <Pill>{t('app.api_tokens.list.paused')}</Pill>
                  )}
                </p>
                <p className="mt-1 text-sm text-ink-2">
                  {t.rich('app.api_tokens.list.made', {
                    start: token.hint,
                    day: shortDay(dayOf(new Date(token.created_at), zone)),
                    hint: within('bdi', { dir: 'ltr', className: 'font-mono' }),
                  })}
                </p>
                <p className="text-sm text-ink-2">
                  {token.last_used_at
                    ? t('app.api_tokens.list.last_used', {
                        time: relativeTime(new Date(token.last_used_at), new Date(), zone),
                      })
                    : t('app.api_tokens.list.never_used')}
                </p>
                {token.expires_at && !isExpired(token) && (
                  <p className="text-sm text-ink-2">
                    {t('app.api_tokens.list.expires', { day: shortDay(dayOf(new Date(token.expires_at), zone)) })}
                  </p>
                )}
              </div>
              <Button
                kind="quiet"
                size="sm"
                aria-label={t('app.api_tokens.list.revoke_of', { name: token.name })}
                onClick={() => setRevoking(token)}
              >
                {t('app.api_tokens.list.revoke')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {revoking && <Revoke token={revoking} onClose={() => setRevoking(null)} />}
    </>
  );
}

function Revoke({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const t = useT();
  const { mutateAsync: revoke } = useRevokeToken();
  return (
    <ConfirmAction
      title={t('app.api_tokens.list.revoke_question')}
      confirm={t('app.api_tokens.list.revoke')}
      danger
      busyLabel={t('app.api_tokens.list.revoking')}
      cancel={t('app.api_tokens.list.keep')}
      action={() => revoke(token.id)}
      done={t('app.api_tokens.list.revoked')}
      failed={t('app.api_tokens.list.not_revoked')}
      closes="always"
      onClose={onClose}
    >
      <p>
        {t.rich('app.api_tokens.list.revoke_note', {
          token: token.name,
          name: emphasis,
        })}
      </p>
    </ConfirmAction>
  );
}
