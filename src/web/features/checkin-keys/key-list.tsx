import { useQuery } from '@tanstack/react-query';
import { Nfc } from 'lucide-react';
import { useState } from 'react';
import type { CheckinKey } from '#contract/checkin-keys.ts';
import { useMe } from '#web/data/me.ts';
import { Button } from '#web/kit/button.tsx';
import { LoadPart } from '#web/kit/load-part.tsx';
import { Section } from '#web/kit/section.tsx';
import { KeyFacts, RevokeKey } from './key-facts.tsx';
import { keysQuery } from './queries.ts';

const HEADING = 'checkin-keys';

/** The check-in keys of all missions of the user, in the settings. */
export function CheckinKeys() {
  const query = useQuery(keysQuery);
  return (
    <Section
      id={HEADING}
      title={
        <>
          <Nfc className="size-5.5 text-flame" aria-hidden />
          Check-in keys
        </>
      }
      lead="Links that check you in with one tap. You can make one in a mission's menu."
    >
      <LoadPart query={query} name="your check-in keys" rows={1}>
        {(keys) =>
          keys.length === 0 ? <p className="text-sm text-ink-2">No check-in keys yet.</p> : <List keys={keys} />
        }
      </LoadPart>
    </Section>
  );
}

function List({ keys }: { keys: readonly CheckinKey[] }) {
  const { timezone } = useMe();
  const [revoking, setRevoking] = useState<CheckinKey | null>(null);
  return (
    <>
      <ul>
        {keys.map((key) => (
          <li key={key.id} className="flex min-h-14 items-center gap-3 py-1.5 not-first:seam">
            <div className="min-w-0 grow">
              <p className="text-sm wrap-anywhere">
                <strong className="me-2">{key.mission_title}</strong>
                {key.name}
              </p>
              <KeyFacts value={key} zone={timezone} />
            </div>
            <Button
              kind="quiet"
              size="sm"
              aria-label={`Revoke the key to ${key.mission_title}`}
              onClick={() => setRevoking(key)}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      {revoking && <RevokeKey value={revoking} after={HEADING} onClose={() => setRevoking(null)} />}
    </>
  );
}
