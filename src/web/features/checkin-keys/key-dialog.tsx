import { useQuery } from '@tanstack/react-query';
import { Copy, Share2 } from 'lucide-react';
import { type Ref, useEffect, useRef, useState } from 'react';
import { type CheckinKey, createCheckinKey } from '#contract/checkin-keys.ts';
import type { Mission } from '#contract/missions.ts';
import { CHECKIN_KEY_NAME_MAX } from '#domain/limits.ts';
import type { Answer } from '#platform/contract/endpoint.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { ConfirmAction } from '#platform/web/kit/confirm-action.tsx';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { Field } from '#platform/web/kit/field.tsx';
import { LoadPart } from '#platform/web/kit/load-part.tsx';
import { useForm } from '#platform/web/lib/form.ts';
import { useT } from '#platform/web/lib/language.ts';
import { copyWithToast, shareOrElse } from '#platform/web/lib/share-text.ts';
import { Patch } from '#web/drawings/patch.tsx';
import { KeyFacts, RevokeKey } from './key-facts.tsx';
import { keysQuery, useCreateKey } from './queries.ts';

const NOTE_ID = 'checkin-key-note';

export type KeyMission = Pick<Mission, 'id' | 'title' | 'patch'>;

interface KeyDialogProps {
  mission: KeyMission;
  zone: string;
  onClose: () => void;
}

type Change = 'replace' | 'revoke';

/**
 * Creates a key and its link. The element `shown` with the link receives the focus once.
 *
 * It waits until no dialog covers the link. The pressed button was removed or is below the link.
 */
function useNewKey(mission: KeyMission, isCovered: boolean) {
  const { mutateAsync: create } = useCreateKey();
  const [created, setCreated] = useState<Answer<typeof createCheckinKey> | null>(null);
  const shown = useRef<HTMLOutputElement>(null);
  const focused = useRef<string | null>(null);
  useEffect(() => {
    if (!created || isCovered || focused.current === created.id) return;
    focused.current = created.id;
    shown.current?.focus();
  }, [created, isCovered]);
  const make = async (name: string) => setCreated(await create({ mission_id: mission.id, name }));
  return { created, shown, make };
}

/** The check-in key of a mission. Its link appears only after creating it; an older key can be replaced. */
export function KeyDialog({ mission, zone, onClose }: KeyDialogProps) {
  const t = useT();
  const query = useQuery(keysQuery);
  const [asking, setAsking] = useState<{ change: Change; key: CheckinKey } | null>(null);
  const { created, shown, make } = useNewKey(mission, asking !== null);
  const content = (keys: readonly CheckinKey[]) => {
    const own = keys.find(({ mission_id }) => mission_id === mission.id);
    if (!own) return <KeyForm missionId={mission.id} onMake={make} />;
    return (
      <>
        {created?.id === own.id && <NewLink link={created.url} title={mission.title} shown={shown} />}
        <OwnKey value={own} zone={zone} onAsk={(change) => setAsking({ change, key: own })} />
      </>
    );
  };
  const stop = () => setAsking(null);
  return (
    <>
      <Dialog title={t('app.checkin_keys.dialog.title')} onClose={onClose}>
        <div className="mt-3 flex items-center gap-3">
          <Patch seed={mission.id} patch={mission.patch} done={0} total={1} size={56} label="" />
          <p className="min-w-0 font-semibold wrap-anywhere user-line">{mission.title}</p>
        </div>
        <p id={NOTE_ID} tabIndex={-1} className="mt-3 text-ink-2">
          {t('app.checkin_keys.dialog.note')}
        </p>
        <div className="mt-5">
          <LoadPart query={query} name={t('app.checkin_keys.dialog.part')} rows={1}>
            {content}
          </LoadPart>
        </div>
      </Dialog>
      {asking?.change === 'revoke' && <RevokeKey value={asking.key} after={NOTE_ID} onClose={stop} />}
      {asking?.change === 'replace' && (
        <ConfirmAction
          title={t('app.checkin_keys.dialog.replace_question')}
          confirm={t('app.checkin_keys.dialog.replace')}
          busyLabel={t('app.checkin_keys.dialog.making')}
          action={() => make(asking.key.name)}
          failed={t('app.checkin_keys.dialog.not_made')}
          onClose={stop}
        >
          <p>{t('app.checkin_keys.dialog.replace_note')}</p>
        </ConfirmAction>
      )}
    </>
  );
}

function KeyForm({ missionId, onMake }: { missionId: string; onMake: (name: string) => Promise<void> }) {
  const t = useT();
  const form = useForm({
    schema: createCheckinKey.body,
    initial: { mission_id: missionId, name: '' },
    submit: ({ name }) => onMake(name),
    failed: t('app.checkin_keys.dialog.not_made'),
  });
  return (
    <form className="grid gap-5" onSubmit={form.onSubmit} noValidate>
      <Field
        label={t('app.checkin_keys.dialog.name')}
        note={t('app.checkin_keys.dialog.name_note')}
        optional
        autoComplete="off"
        maxLength={CHECKIN_KEY_NAME_MAX}
        {...form.field('name')}
      />
      <Button type="submit" busy={form.busy} busyLabel={t('app.checkin_keys.dialog.making')}>
        {t('app.checkin_keys.dialog.make')}
      </Button>
    </form>
  );
}

interface OwnKeyProps {
  value: CheckinKey;
  zone: string;
  onAsk: (change: Change) => void;
}

function OwnKey({ value, zone, onAsk }: OwnKeyProps) {
  const t = useT();
  return (
    <>
      {value.name && <p className="font-semibold wrap-anywhere">{value.name}</p>}
      <KeyFacts value={value} zone={zone} />
      <div className="mt-4 flex flex-wrap gap-2.5">
        <Button kind="quiet" size="sm" onClick={() => onAsk('replace')}>
          {t('app.checkin_keys.dialog.replace')}
        </Button>
        <Button kind="quiet" size="sm" onClick={() => onAsk('revoke')}>
          <span className="text-rose">{t('app.checkin_keys.revoke.button')}</span>
        </Button>
      </div>
    </>
  );
}

function NewLink({ link, title, shown }: { link: string; title: string; shown: Ref<HTMLOutputElement> }) {
  const t = useT();
  const copy = () =>
    copyWithToast(link, { done: t('app.checkin_keys.dialog.copied'), failed: t('app.kit.secret.copy_failed') });
  const share = () =>
    shareOrElse({ title: t('app.checkin_keys.dialog.share_title', { mission: title }), url: link }, copy);
  return (
    <div className="mb-5 border-b-2 border-dashed border-line pb-5">
      <p className="font-semibold">{t('app.kit.secret.once')}</p>
      <output
        ref={shown}
        tabIndex={-1}
        dir="ltr"
        aria-label={t('app.checkin_keys.dialog.link')}
        className="mt-3 block rounded-md border-2 border-line bg-sunk p-4 font-mono text-sm break-all select-all rtl:text-end"
      >
        {link}
      </output>
      <div className="mt-4 flex flex-col gap-3 sm:flex-row">
        <Button className="sm:grow" onClick={() => void copy()}>
          <Copy className="size-4.5" aria-hidden />
          {t('app.checkin_keys.dialog.copy')}
        </Button>
        {'share' in navigator && (
          <Button kind="quiet" className="sm:grow" onClick={() => void share()}>
            <Share2 className="size-4.5" aria-hidden />
            {t('start.common.share')}
          </Button>
        )}
      </div>
    </div>
  );
}
