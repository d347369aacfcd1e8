import { useQuery } from '@tanstack/react-query';
import { Nfc } from 'lucide-react';
import { useState } from 'react';
import type { CheckinKey } from '#contract/checkin-keys.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { LoadPart } from '#platform/web/kit/load-part.tsx';
import { Section } from '#platform/web/kit/section.tsx';
import { Skeleton } from '#platform/web/kit/skeleton.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { useMe } from '#web/data/me.ts';
import { KeyDialog, type KeyMission } from './key-dialog.tsx';
import { KeyFacts, RevokeKey } from './key-facts.tsx';
import { keysQuery } from './queries.ts';

const HEADING = 'checkin-keys';

interface CheckinKeysProps {
  /** The missions that can have a key, or undefined while they are loading. */
  missions: readonly KeyMission[] | undefined;
  making: KeyMission | null;
  onMake: (mission: KeyMission | null) => void;
}

export function CheckinKeys({ missions, making, onMake }: CheckinKeysProps) {
  const { timezone } = useMe();
  const t = useT();
  const query = useQuery(keysQuery);
  return (
    <Section
      id={HEADING}
      icon={<Nfc className="size-5.5 text-flame" aria-hidden />}
      title={t('app.checkin_keys.title')}
      lead={t('app.checkin_keys.lead')}
    >
      <LoadPart query={query} name={t('app.checkin_keys.part')} rows={1} row="h-[1lh] text-sm">
        {(keys) =>
          keys.length === 0 ? <p className="text-sm text-ink-2">{t('app.checkin_keys.none')}</p> : <List keys={keys} />
        }
      </LoadPart>
      {missions ? (
        missions.length > 0 && <MakeKey missions={missions} onMake={onMake} />
      ) : (
        <Skeleton className="mt-4 h-11 w-32 rounded-md" />
      )}
      {making && <KeyDialog mission={making} zone={timezone} onClose={() => onMake(null)} />}
    </Section>
  );
}

/** Opens the form of the only mission, or asks the user to choose a mission. */
function MakeKey({ missions, onMake }: { missions: readonly KeyMission[] } & Pick<CheckinKeysProps, 'onMake'>) {
  const t = useT();
  const [choosing, setChoosing] = useState(false);
  const make = () => (missions.length === 1 ? onMake(missions[0]!) : setChoosing(true));
  return (
    <>
      <Button kind="quiet" size="sm" className="mt-4" onClick={make}>
        {t('app.checkin_keys.make')}
      </Button>
      {choosing && (
        <Dialog title={t('app.checkin_keys.which')} onClose={() => setChoosing(false)}>
          <ul className="mt-4 grid gap-2">
            {missions.map((mission) => (
              <li key={mission.id}>
                <Button
                  kind="quiet"
                  className="w-full"
                  onClick={() => {
                    setChoosing(false);
                    onMake(mission);
                  }}
                >
                  <bdi>{mission.title}</bdi>
                </Button>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}

function List({ keys }: { keys: readonly CheckinKey[] }) {
  const { timezone } = useMe();
  const t = useT();
  const [revoking, setRevoking] = useState<CheckinKey | null>(null);
  return (
    <>
      <ul>
        {keys.map((key) => (
          <li key={key.id} className="flex min-h-14 items-center gap-3 py-1.5 not-first:seam">
            <div className="min-w-0 grow">
              <p className="text-sm wrap-anywhere">
                <strong className="me-2 user-text">{key.mission_title}</strong>
                <bdi>{key.name}</bdi>
              </p>
              <KeyFacts value={key} zone={timezone} />
            </div>
            <Button
              kind="quiet"
              size="sm"
              aria-label={t('app.checkin_keys.revoke.of', { mission: key.mission_title })}
              onClick={() => setRevoking(key)}
            >
              {t('app.checkin_keys.revoke.button')}
            </Button>
          </li>
        ))}
      </ul>
      {revoking && <RevokeKey value={revoking} after={HEADING} onClose={() => setRevoking(null)} />}
    </>
  );
}
