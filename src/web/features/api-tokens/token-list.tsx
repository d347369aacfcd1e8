import { useState } from 'react';
import type { ApiToken } from '#contract/api-tokens.ts';
import { dayOf } from '#domain/days.ts';
import { relativeTime } from '#domain/relative-time.ts';
import { Button } from '#web/kit/button.tsx';
import { ConfirmAction } from '#web/kit/confirm-action.tsx';
import { Pill } from '#web/kit/pill.tsx';
import { shortDay } from '#web/lib/format.ts';
import { useRevokeToken } from './queries.ts';

interface TokenListProps {
  tokens: readonly ApiToken[];
  /** Whether the plan includes tokens. */
  allowed: boolean;
  zone: string;
}

const isExpired = ({ expires_at }: ApiToken) => expires_at !== null && Date.parse(expires_at) <= Date.now();

/** The user's tokens, each with its scope and when it was last used. */
export function TokenList({ tokens, allowed, zone }: TokenListProps) {
  const [revoking, setRevoking] = useState<ApiToken | null>(null);
  const paused = !allowed && tokens.length > 0;
  return (
    <>
      {tokens.length === 0 ? (
        <p className="text-sm text-ink-2">No tokens yet.</p>
      ) : (
        <ul className="grid divide-y-2 divide-dashed divide-line">
          {tokens.map((token) => (
            <li key={token.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4 first:pt-0">
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <strong className="wrap-anywhere">{token.name}</strong>
                  <Pill tone={token.scope === 'read' ? 'info' : 'open'}>
                    {token.scope === 'read' ? 'Read' : 'Read and write'}
                  </Pill>
                  {isExpired(token) ? <Pill>Expired</Pill> : paused && <Pill>Paused</Pill>}
                </p>
                <p className="mt-1 text-sm text-ink-2">
                  <span className="font-mono">{token.hint}…</span>, made{' '}
                  {shortDay(dayOf(new Date(token.created_at), zone))}
                </p>
                <p className="text-sm text-ink-2">
                  {token.last_used_at
                    ? `Last used: ${relativeTime(new Date(token.last_used_at), new Date(), zone)}`
                    : 'Never used'}
                </p>
                {token.expires_at && !isExpired(token) && (
                  <p className="text-sm text-ink-2">{`Expires ${shortDay(dayOf(new Date(token.expires_at), zone))}`}</p>
                )}
              </div>
              <Button kind="quiet" size="sm" aria-label={`Revoke ${token.name}`} onClick={() => setRevoking(token)}>
                Revoke
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
  const { mutateAsync: revoke } = useRevokeToken();
  return (
    <ConfirmAction
      title="Revoke this token?"
      confirm="Revoke"
      danger
      busyLabel="Revoking..."
      cancel="Keep it"
      action={() => revoke(token.id)}
      done="Token revoked"
      failed="We couldn't revoke the token"
      closes="always"
      onClose={onClose}
    >
      <p>
        Whatever uses <strong className="text-ink wrap-anywhere">{token.name}</strong> stops working at once.
      </p>
    </ConfirmAction>
  );
}
