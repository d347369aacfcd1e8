import { Copy, Link2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Mission } from '#contract/missions.ts';
import { detailOf } from '#web/lib/api-error.ts';
import { copyText } from '#web/lib/copy-text.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';
import { useGenerateCode } from './queries.ts';

const linkTo = (code: string) => `${window.location.origin}/join/${code}`;

const invitationText = ({ title, owner_name }: Mission, link: string) =>
  [
    `${owner_name} saved you a place by the fire: "${title}" on Emberkin.`,
    'One small check-in a day, together, until the patch is sewn.',
    `Join here: ${link}`,
  ].join('\n');

/** `fresh`: the code was just made, and the button that made it had the focus. */
function Share({ mission, code, fresh }: { mission: Mission; code: string; fresh: boolean }) {
  const link = linkTo(code);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (fresh) button.current?.focus();
  }, [fresh]);
  const copy = async () => {
    if (await copyText(invitationText(mission, link))) toast.success('Invitation text copied to clipboard!');
    else toast.error('Failed to copy text. Please try again.');
  };
  return (
    <>
      <p className="text-sm text-ink-2">Share the link with anyone:</p>
      <p className="mt-2 rounded-sm bg-sunk px-3 py-2.5 text-sm font-semibold break-all text-ink select-all">{link}</p>
      <Button ref={button} kind="quiet" size="sm" className="mt-3 w-full" onClick={() => void copy()}>
        <Copy className="size-4.5" aria-hidden />
        Copy Invitation Text
      </Button>
    </>
  );
}

/** For those who may invite: a text to paste anywhere (Spec 2, Mission detail). */
export function Invite({ mission }: { mission: Mission }) {
  const generate = useGenerateCode(mission.id);
  const ask = () =>
    generate.mutate(undefined, {
      onSuccess: () => toast.success('Invitation code generated successfully!'),
      onError: (error) => toast.error(detailOf(error, 'Failed to generate invitation code')),
    });
  return (
    <Section id="invite" title="Invite Friends" lead="One more by the fire is one less excuse.">
      {mission.invitation_code ? (
        <Share mission={mission} code={mission.invitation_code} fresh={generate.isSuccess} />
      ) : (
        <Button kind="night" className="w-full" busy={generate.isPending} busyLabel="Generating..." onClick={ask}>
          <Link2 className="size-4.5" aria-hidden />
          Generate Invitation Code
        </Button>
      )}
    </Section>
  );
}
