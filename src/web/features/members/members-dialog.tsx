import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { User } from '#contract/auth.ts';
import type { Member } from '#contract/members.ts';
import type { Mission } from '#contract/missions.ts';
import { PRO_COHOSTS_MAX } from '#domain/limits.ts';
import { button } from '#platform/web/kit/button.tsx';
import { ConfirmAction } from '#platform/web/kit/confirm-action.tsx';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { useFirstRows } from '#platform/web/kit/use-first-rows.tsx';
import { type ScreenTranslate, useT, within } from '#platform/web/lib/language.ts';
import { usePlans } from '#web/data/site.ts';
import { InviteLink } from './invite-link.tsx';
import { MemberItem } from './member-item.tsx';
import { type MemberChange, useChangeMember } from './queries.ts';

/** Null without plans. */
type Plan = Pick<User, 'subscription_tier' | 'subscription_plan'> | null;

/** Returns null without a limit (docs/rules.md#plans). The server decides. */
function cohostLimit(plan: Plan): number | null {
  if (plan === null) return null;
  if (plan.subscription_tier === 'free') return 0;
  return plan.subscription_plan === 'premium_yearly' ? null : PRO_COHOSTS_MAX;
}

function cohostNote(t: ScreenTranslate, plan: Plan, used: number): string {
  if (plan === null) return t('app.members.cohosts.any');
  const limit = cohostLimit(plan);
  if (limit === null) return t('app.members.cohosts.unlimited');
  if (limit === 0) return t('app.members.cohosts.free', { limit: PRO_COHOSTS_MAX });
  return used >= limit ? t('app.members.cohosts.full', { limit }) : t('app.members.cohosts.pro', { limit });
}

interface MembersDialogProps {
  mission: Mission;
  me: User;
  onClose: () => void;
}

const NOTE_ID = 'cohost-note';

export function MembersDialog({ mission, me, onClose }: MembersDialogProps) {
  const t = useT();
  const [openId, setOpenId] = useState<string | null>(null);
  const [asking, setAsking] = useState<{ change: MemberChange; member: Member } | null>(null);
  const { shown, button: showAll } = useFirstRows(mission.members, ({ user_id }) => user_id === me.id);
  const cohosts = mission.members.filter((member) => member.is_cohost).length;
  const plan = usePlans() ? me : null;
  const limit = cohostLimit(plan);
  const full = limit !== null && cohosts >= limit;
  return (
    <>
      <Dialog title={t('app.members.heading')} onClose={onClose}>
        <p id={NOTE_ID} tabIndex={-1} className="mt-2 text-sm text-ink-2">
          {cohostNote(t, plan, cohosts)}
        </p>
        {full && (
          <Link to="/pricing" className={button({ kind: 'bare', className: '-ms-2' })}>
            {t('app.members.plans')}
          </Link>
        )}
        {mission.owner_offer && (
          <p className="mt-4 rounded-md bg-star-soft p-4 text-sm text-star-ink">
            {t.rich('app.members.waiting', {
              name: mission.owner_offer.name,
              strong: within('strong', { className: 'text-ink' }),
            })}
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
        {mission.can.invite && (
          <InviteLink
            missionId={mission.id}
            onClick={onClose}
            className={button({ kind: 'quiet', size: 'sm', className: 'mt-4 w-full' })}
          >
            {t('app.members.invite')}
          </InviteLink>
        )}
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

const DANGERS: readonly MemberChange[] = ['remove_cohost', 'withdraw', 'remove'];

function ConfirmChange({ mission, member: { user_id: userId, name }, change, onClose }: ConfirmChangeProps) {
  const t = useT();
  const { mutateAsync } = useChangeMember(mission.id);
  // Title and toast of `withdraw` contain no name.
  const sentence = (place: 'title' | 'done') =>
    change === 'withdraw'
      ? t(`app.members.change.withdraw.${place}`)
      : t(`app.members.change.${change}.${place}`, { name });
  // While the mission runs, a removed member needs an invitation; the public link does not work.
  const needsInvitation = change === 'remove' && mission.state === 'active';
  // The focused button might have disappeared with its member.
  const restoreFocus = () =>
    requestAnimationFrame(() => document.activeElement === document.body && document.getElementById(NOTE_ID)?.focus());
  return (
    <ConfirmAction
      title={sentence('title')}
      confirm={t(`app.members.change.${change}.confirm`)}
      danger={DANGERS.includes(change)}
      busyLabel={t(`app.members.change.${change}.busy`)}
      action={() => mutateAsync({ change, userId })}
      done={sentence('done')}
      failed={t(`app.members.change.${change}.failed`)}
      onDone={restoreFocus}
      onFailed={restoreFocus}
      closes="always"
      onClose={onClose}
    >
      {t(needsInvitation ? 'app.members.change.remove.text_running' : `app.members.change.${change}.text`, { name })}
    </ConfirmAction>
  );
}
