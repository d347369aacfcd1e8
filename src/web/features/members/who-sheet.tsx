import { Check } from 'lucide-react';
import type { Member } from '#contract/members.ts';
import type { Mission } from '#contract/missions.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { useFirstRows } from '#platform/web/kit/use-first-rows.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';
import { Avatar } from '#web/drawings/avatar.tsx';
import { WeekEmbers } from '#web/drawings/week-embers.tsx';
import { NudgeButton } from './nudge-button.tsx';
import { QuietMember } from './quiet-member.tsx';
import { ShowGroup } from './show-group.tsx';
import { byNeed, isOut, memberNote, shownWeek } from './who-is-in.ts';

function Face({ member: { name, look, avatar_url, checked_in_today } }: { member: Member }) {
  return (
    <span className="relative shrink-0">
      <span
        className={cx(
          'block rounded-full border-2 p-0.5',
          checked_in_today ? 'border-pine' : 'border-dashed border-ink/45',
        )}
      >
        <Avatar name={name} look={look} url={avatar_url} size={34} decorative className="block ring-0" />
      </span>
      {checked_in_today && (
        <span className="absolute -end-1 -bottom-1 grid size-5 place-items-center rounded-full bg-pine text-card ring-2 ring-card">
          <Check className="size-3" strokeWidth={4} aria-hidden />
        </span>
      )}
    </span>
  );
}

function WhoRow({ member, mission, me }: { member: Member } & Pick<WhoSheetProps, 'mission' | 'me'>) {
  const t = useT();
  const week = shownWeek(member);
  const mine = member.user_id === me.id;
  return (
    <li className="flex min-h-13 items-center gap-3">
      <Face member={member} />
      <div className="min-w-0 grow leading-tight">
        <strong className="block truncate text-sm" title={member.name}>
          {mine ? t('app.common.you') : member.name}
        </strong>
        {mission.habit === 'own' && (
          <p className="w-fit text-sm wrap-anywhere user-line">
            {member.own_habit ?? t('app.members.own_habit.choosing')}
          </p>
        )}
        <p className="mt-0.5 flex items-center gap-1.5 text-xs text-ink-2 tabular">
          {week && <WeekEmbers {...week} size={16} />}
          <span>{memberNote(t, member, mission, me.timezone)}</span>
        </p>
      </div>
      {!mine && isOut(member) && <NudgeButton person={{ ...member, mission_id: mission.id }} />}
    </li>
  );
}

interface WhoSheetProps {
  mission: Mission;
  /** `can_nudge` is set only if the viewer can nudge. */
  members: readonly Member[];
  me: { id: string; timezone: string };
  line: string;
  /** Opens the members dialog for the owner. It is null for other members. */
  onMembers: (() => void) | null;
  onClose: () => void;
}

/** Each member has the state of their own day. Times are on the viewer's clock. */
export function WhoSheet({ mission, members, me, line, onMembers, onClose }: WhoSheetProps) {
  const t = useT();
  const { shown, button } = useFirstRows(byNeed(members), ({ user_id }) => user_id === me.id);
  return (
    <Dialog title={t('app.members.fire.who')} onClose={onClose}>
      <p className="mt-1 text-sm text-ink-2 tabular">{line}</p>
      {!!mission.quiet_members?.length && (
        <ul className="mt-3 grid gap-1 rounded-md bg-sky-soft px-3 py-2.5 text-sm">
          {mission.quiet_members.map((quiet) => (
            <li key={quiet.user_id}>
              <QuietMember quiet={quiet} missionId={mission.id} members={members} />
            </li>
          ))}
        </ul>
      )}
      <ul className="mt-3 grid grid-cols-1 gap-1">
        {shown.map((member) => (
          <WhoRow key={member.user_id} member={member} mission={mission} me={me} />
        ))}
      </ul>
      {button}
      {onMembers && (
        <Button kind="quiet" size="sm" className="mt-3 w-full" onClick={onMembers}>
          {t('app.members.heading')}
        </Button>
      )}
      <ShowGroup mission={mission} me={me} className="mt-2 justify-center" />
    </Dialog>
  );
}
