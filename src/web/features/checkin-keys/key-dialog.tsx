import { useQuery } from '@tanstack/react-query';
import { Copy, Share2 } from 'lucide-react';
import { type Ref, useEffect, useRef, useState } from 'react';
import { type CheckinKey, createCheckinKey } from '#contract/checkin-keys.ts';
import type { Answer } from '#contract/endpoint.ts';
import type { Mission } from '#contract/missions.ts';
import { CHECKIN_KEY_NAME_MAX } from '#domain/limits.ts';
import { Button } from '#web/kit/button.tsx';
import { ConfirmAction } from '#web/kit/confirm-action.tsx';
import { Dialog } from '#web/kit/dialog.tsx';
import { Field } from '#web/kit/field.tsx';
import { LoadPart } from '#web/kit/load-part.tsx';
import { copyText } from '#web/lib/copy-text.ts';
import { useForm } from '#web/lib/form.ts';
import { toast } from '#web/lib/toast.ts';
import { KeyFacts, RevokeKey } from './key-facts.tsx';
import { keysQuery, useCreateKey } from './queries.ts';

const NOTE_ID = 'checkin-key-note';
const FAILED = "We couldn't make the link";

/** The mission that a key checks in to. */
export type KeyMission = Pick<Mission, 'id' | 'title'>;

interface KeyDialogProps {
  mission: KeyMission;
  zone: string;
  onClose: () => void;
}

type Change = 'replace' | 'revoke';

/**
 * The key of the mission that was just made, with its link; the ref is for the element that shows the link. It gets the
 * focus once, when no question lies over it: the button that was pressed is gone then, or stands below the link.
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

/** The check-in key of a mission: its link is shown only after it was made, and what was made before can be replaced. */
export function KeyDialog({ mission, zone, onClose }: KeyDialogProps) {
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
  const props = asking && { value: asking.key, onClose: () => setAsking(null) };
  return (
    <>
      <Dialog title="Check-in key" onClose={onClose}>
        <p id={NOTE_ID} tabIndex={-1} className="mt-2 text-ink-2">
          A secret link that checks you in with one tap, without signing in. Put it on an NFC tag, a button or your home
          screen. Whoever has it can check in for you here, and nothing else.
        </p>
        <div className="mt-5">
          <LoadPart query={query} name="your check-in key" rows={1}>
            {content}
          </LoadPart>
        </div>
      </Dialog>
      {props && asking.change === 'revoke' && <RevokeKey {...props} after={NOTE_ID} />}
      {props && asking.change === 'replace' && <ReplaceKey {...props} onMake={make} />}
    </>
  );
}

interface ReplaceKeyProps {
  value: CheckinKey;
  onMake: (name: string) => Promise<void>;
  onClose: () => void;
}

/** Asks, and makes another link for the same key. */
function ReplaceKey({ value, onMake, onClose }: ReplaceKeyProps) {
  return (
    <ConfirmAction
      title="Make a new link?"
      confirm="Make a new one"
      busyLabel="Making it..."
      action={() => onMake(value.name)}
      failed={FAILED}
      onClose={onClose}
    >
      <p>The link you have now stops working, on every tag and button that holds it.</p>
    </ConfirmAction>
  );
}

function KeyForm({ missionId, onMake }: { missionId: string; onMake: (name: string) => Promise<void> }) {
  const form = useForm({
    schema: createCheckinKey.body,
    initial: { mission_id: missionId, name: '' },
    submit: ({ name }) => onMake(name),
    failed: FAILED,
  });
  return (
    <form className="grid gap-5" onSubmit={form.onSubmit} noValidate>
      <Field
        label="Name"
        note="Where it will be, like “By the door”."
        optional
        autoComplete="off"
        maxLength={CHECKIN_KEY_NAME_MAX}
        {...form.field('name')}
      />
      <Button type="submit" busy={form.busy} busyLabel="Making it...">
        Make a link
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
  return (
    <>
      {value.name && <p className="font-semibold wrap-anywhere">{value.name}</p>}
      <KeyFacts value={value} zone={zone} />
      <div className="mt-4 flex flex-wrap gap-2.5">
        <Button kind="quiet" size="sm" onClick={() => onAsk('replace')}>
          Make a new one
        </Button>
        <Button kind="quiet" size="sm" onClick={() => onAsk('revoke')}>
          <span className="text-rose">Revoke</span>
        </Button>
      </div>
    </>
  );
}

async function copy(link: string): Promise<void> {
  if (await copyText(link)) toast.success('Link copied to clipboard!');
  else toast.error('Failed to copy text. Please try again.');
}

async function share(link: string, title: string): Promise<void> {
  try {
    await navigator.share({ title: `Check in: ${title}`, url: link });
  } catch (error) {
    // Somebody who closes the sheet wants nothing; anything else is a browser that cannot share.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copy(link);
  }
}

/** The link, this once. */
function NewLink({ link, title, shown }: { link: string; title: string; shown: Ref<HTMLOutputElement> }) {
  return (
    <div className="mb-5 border-b-2 border-dashed border-line pb-5">
      <p className="font-semibold">Copy it now. We won't show it again.</p>
      <output
        ref={shown}
        tabIndex={-1}
        aria-label="Link"
        className="mt-3 block rounded-md border-2 border-line bg-sunk p-4 font-mono text-sm break-all select-all"
      >
        {link}
      </output>
      <div className="mt-4 flex flex-col gap-3 sm:flex-row">
        <Button className="sm:grow" onClick={() => void copy(link)}>
          <Copy className="size-4.5" aria-hidden />
          Copy link
        </Button>
        {'share' in navigator && (
          <Button kind="quiet" className="sm:grow" onClick={() => void share(link, title)}>
            <Share2 className="size-4.5" aria-hidden />
            Share
          </Button>
        )}
      </div>
    </div>
  );
}
