import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { User } from '#contract/auth.ts';
import type { Member, Mission } from '#contract/missions.ts';
import { button } from '#web/ui/button.tsx';
import { ConfirmAction } from '#web/ui/confirm-action.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useFirstRows } from '#web/ui/use-first-rows.tsx';
import { cohostLimit, cohostNote } from './cohost-limit.ts';
import { confirmationFor } from './confirmations.ts';
import { MemberItem } from './member-row.tsx';
import { type MemberChange, useChangeMember } from './queries.ts';

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
