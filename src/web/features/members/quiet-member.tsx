import type { Member } from '#contract/members.ts';
import type { Mission } from '#contract/missions.ts';
import { useT } from '#platform/web/lib/language.ts';
import { NudgeButton } from './nudge-button.tsx';

interface QuietMemberProps {
  quiet: NonNullable<Mission['quiet_members']>[number];
  missionId: string;
  members: readonly Member[];
}

export function QuietMember({ quiet: { user_id, name, days }, missionId, members }: QuietMemberProps) {
  const t = useT();
  const member = members.find((one) => one.user_id === user_id);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <span className="min-w-0 wrap-anywhere">{t('app.members.quiet.text', { name, days })}</span>
      {member && <NudgeButton person={{ mission_id: missionId, ...member }} asksHello />}
    </div>
  );
}
