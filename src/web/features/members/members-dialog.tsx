import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { User } from '#contract/auth.ts';
import type { Member, Mission } from '#contract/missions.ts';
import { PRO_COHOSTS_MAX } from '#domain/limits.ts';
import { button } from '#web/ui/button.tsx';
import { ConfirmAction } from '#web/ui/confirm-action.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useFirstRows } from '#web/ui/use-first-rows.tsx';
import { confirmationFor } from './confirmations.ts';
import { MemberItem } from './member-row.tsx';
import { type MemberChange, useChangeMember } from './queries.ts';

type Plan = Pick<User, 'subscription_tier' | 'subscription_plan'>;

/** How many co-hosts of one mission the plan includes; null sets no limit (Decisions 4). The server has the last word. */
function cohostLimit({ subscription_tier, subscription_plan }: Plan): number | null {
  if (subscription_tier === 'free') return 0;
  return subscription_plan === 'premium_yearly' ? null : PRO_COHOSTS_MAX;
}

/** What co-hosts are, and what the plan says about them. */
function cohostNote(plan: Plan, used: number): string {
  const limit = cohostLimit(plan);
  if (limit === null) return 'Co-hosts may edit the mission and invite. PREMIUM sets no limit.';
  if (limit === 0)
    return `Co-hosts may edit the mission and invite. They come with the paid plans: up to ${PRO_COHOSTS_MAX} in a mission with PRO, any number with PREMIUM.`;
  return used >= limit
    ? `Co-hosts may edit the mission and invite. All ${limit} of your PRO plan have a place; PREMIUM sets no limit.`
    : `Co-hosts may edit the mission and invite. PRO includes ${limit} in a mission.`;
}

interface MembersDialogProps {
  mission: Mission;
  me: User;
  onClose: () => void;
}

const NOTE_ID = 'cohost-note';

/** For the owner: co-hosts, the ownership offer, removing. */
export function MembersDialog({ mission, me, onClose }: MembersDialogProps) {
  const [openId, setOpenId] = useState<string | null>(null);
  const [asking, setAsking] = useState<{ change: MemberChange; member: Member } | null>(null);
  const { shown, button: showAll } = useFirstRows(mission.members, ({ user_id }) => user_id === me.id);
  const cohosts = mission.members.filter((member) => member.is_cohost).length;
  const limit = cohostLimit(me);
  const full = limit !== null && cohosts >= limit;
  return (
    <>
      <Dialog title="Members" onClose={onClose}>
        <p id={NOTE_ID} tabIndex={-1} className="mt-2 text-sm text-ink-2">
          {cohostNote(me, cohosts)}
        </p>
        {full && (
          <Link to="/pricing" className={button({ kind: 'bare', className: '-ms-2' })}>
            See the plans
          </Link>
        )}
        {mission.owner_offer && (
          <p className="mt-4 rounded-md bg-star-soft p-4 text-sm text-star-ink">
            <strong className="text-ink">{mission.owner_offer.name}</strong> is asked to take the mission over. Until
            then nothing changes.
          </p>
        )}
        <ul className="mt-3">
          {shown.map((member) => (
            <MemberItem
              key={member.user_id}
              member={member}
              mine={member.user_id === me.id}
              offered={member.user_id === mission.owner_offer?.user_id}
              cohostsFull={full ? NOTE_ID : null}
              open={member.user_id === openId}
              onToggle={() => setOpenId(member.user_id === openId ? null : member.user_id)}
              onAsk={(change) => setAsking({ change, member })}
            />
          ))}
        </ul>
        {showAll}
      </Dialog>
      {asking && <ConfirmChange {...asking} mission={mission} onClose={() => setAsking(null)} />}
    </>
  );
}

interface ConfirmChangeProps {
  mission: Mission;
  member: Member;
  change: MemberChange;
  onClose: () => void;
}

function ConfirmChange({ mission, member, change, onClose }: ConfirmChangeProps) {
  const { mutateAsync } = useChangeMember(mission.id);
  const { text, busy, ...question } = confirmationFor(change, member.name, mission);
  // The button that had the focus may be gone with its member.
  const restoreFocus = () =>
    requestAnimationFrame(() => document.activeElement === document.body && document.getElementById(NOTE_ID)?.focus());
  return (
    <ConfirmAction
      {...question}
      busyLabel={busy}
      action={() => mutateAsync({ change, userId: member.user_id })}
      onDone={restoreFocus}
      onFailed={restoreFocus}
      closes="always"
      onClose={onClose}
    >
      {text}
    </ConfirmAction>
  );
}
