import { ChevronRight, Hand, Plus } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Mission } from '#contract/missions.ts';
import { dayOf } from '#domain/days.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { useIsOnline } from '#platform/web/lib/api/connectivity.ts';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';
import { FireScene } from '#web/drawings/fire-scene.tsx';
import { InviteLink } from './invite-link.tsx';
import { useNudgeAll } from './nudge.ts';
import { fireLine, isEveryoneIn, isLastOfAll, isOut, nudgeWords, outLine, sceneMembersOf } from './who-is-in.ts';
import { WhoSheet } from './who-sheet.tsx';

/** From this many members on, only the owner and co-hosts can nudge everyone at once. */
const MANY = 4;

export interface FireProps {
  mission: Mission;
  me: { id: string; timezone: string };
  /** Opens the members dialog for the owner. It is null for other members. */
  onMembers?: (() => void) | null;
  /** Whether the scene still shows the moment before the viewer's own check-in. */
  hidesOwn?: boolean;
  sky?: ReactNode;
  /** Prefix of the line, if the page does not show which mission this is. */
  title?: string;
  /** False if the page offers nudges elsewhere. */
  offersNudge?: boolean;
  /** Whether the scene, given enough room, fills the end of the positioned box around it. */
  beside?: boolean;
}

const strip = 'flex w-full cursor-pointer items-center gap-3 px-4 py-3 text-start after:absolute sm:px-6';
const lineClass = 'block font-display text-base leading-tight font-extrabold tabular';
const SCENE_BESIDE =
  '@2xl:absolute @2xl:inset-y-0 @2xl:end-0 @2xl:w-[46%] @2xl:[mask-image:linear-gradient(to_right,transparent,#000_12%)] @2xl:rtl:[mask-image:linear-gradient(to_left,transparent,#000_12%)]';

/** Invites others, for a lone member. */
function AskAlong({ missionId, className }: { missionId: string; className: string }) {
  const t = useT();
  return (
    <InviteLink missionId={missionId} className={className}>
      <span className="min-w-0 grow">
        <strong className={lineClass}>{t('app.members.fire.ask')}</strong>
        <span className="block text-sm text-on-night-2">{t('app.members.fire.place')}</span>
      </span>
      <Plus className="size-5.5 shrink-0 text-dusk-star" strokeWidth={3} aria-hidden />
    </InviteLink>
  );
}

/**
 * The members around the mission's fire (docs/rules.md#members). Scene and line open the list of members; a button
 * nudges every member who can be nudged.
 */
export function Fire(props: FireProps) {
  const { mission, me, onMembers = null, hidesOwn = false, sky, title, offersNudge = true, beside = false } = props;
  const t = useT();
  const [open, setOpen] = useState(false);
  const { busy, nudgeAll } = useNudgeAll(mission.id);
  const online = useIsOnline();
  const button = useRef<HTMLButtonElement>(null);
  const own = mission.members.find(({ user_id }) => user_id === me.id);
  // Only the owner can nudge on the day of joining.
  const nudges = own && (own.is_owner || dayOf(new Date(own.joined_at), me.timezone) < mission.today);
  const members = mission.members.map((member) => ({ ...member, can_nudge: !!nudges && member.can_nudge }));
  const out = members.filter((member) => isOut(member) && member.user_id !== me.id);
  const asked = out.filter(({ can_nudge }) => can_nudge);
  const offered = offersNudge && asked.length > 0 && (asked.length < MANY || own?.is_owner || own?.is_cohost);
  const hadButton = useRef(false);
  useEffect(() => {
    // The focused nudge button no longer exists.
    if (hadButton.current && !busy && !offered && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true });
    hadButton.current = !!offered || busy;
  }, [busy, offered]);
  const state = fireLine(t, mission);
  const line = title ? t('app.members.fire.of', { mission: title, line: state }) : state;
  const more = isLastOfAll(members, me.id)
    ? t('app.members.fire.last')
    : outLine(
        t,
        out.map(({ name }) => name),
      );
  const stripClass = cx(
    strip,
    beside ? 'after:inset-0 @2xl:after:start-auto @2xl:after:w-[46%] @2xl:px-8' : 'after:inset-0',
  );
  const alone = members.length === 1;
  const sceneHeight = alone ? 'max-h-38 sm:max-h-80' : beside && !sky ? 'max-h-52 sm:max-h-80' : 'max-h-80';
  return (
    <>
      <div className="bg-dusk text-on-night [forced-color-adjust:none]">
        <div className={cx('relative', beside && '@2xl:static')}>
          <div className={cx(beside && SCENE_BESIDE)}>
            {sky && <div className="absolute inset-x-0 top-0 grid place-items-center">{sky}</div>}
            <FireScene
              members={sceneMembersOf(mission.members, hidesOwn ? me.id : null)}
              meId={me.id}
              all={!hidesOwn && isEveryoneIn(members)}
              className={cx('w-full', sceneHeight, beside && '@2xl:h-full @2xl:max-h-none')}
            />
          </div>
          {alone && mission.can.invite && <AskAlong missionId={mission.id} className={stripClass} />}
          {!alone && (
            <button ref={button} type="button" onClick={() => setOpen(true)} className={stripClass}>
              <span className="min-w-0 grow">
                <strong className={lineClass}>{line}</strong>
                {more && <span className="block text-sm wrap-anywhere text-on-night-2">{more}</span>}
              </span>
              <span className="sr-only">{t('app.members.fire.who')}</span>
              <ChevronRight className="size-5 shrink-0 text-on-night-2 rtl:rotate-180" aria-hidden />
            </button>
          )}
        </div>
        {(offered || busy) && (
          <p className={cx('-mt-1 px-4 pb-4 sm:px-6', beside && '@2xl:px-8')}>
            <Button
              kind="dusk"
              size="sm"
              className="w-full min-w-0"
              disabled={!online}
              busy={busy}
              busyLabel={t('app.members.nudge.nudging')}
              onClick={() => void nudgeAll(asked.map(({ user_id }) => user_id))}
            >
              <Hand className="size-4.5 shrink-0" aria-hidden />
              <span className="truncate">
                {nudgeWords(
                  t,
                  asked.map(({ name }) => name),
                )}
              </span>
            </Button>
          </p>
        )}
      </div>
      {open && (
        <WhoSheet
          mission={mission}
          members={members}
          me={me}
          line={line}
          onMembers={
            onMembers &&
            (() => {
              setOpen(false);
              onMembers();
            })
          }
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
