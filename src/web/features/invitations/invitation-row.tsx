import { UserX } from 'lucide-react';
import { useState } from 'react';
import type { Invitation } from '#contract/invitations.ts';
import { daysLeft } from '#domain/missions.ts';
import { Button, type ButtonLook } from '#platform/web/kit/button.tsx';
import { Menu } from '#platform/web/kit/menu.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import { useT, within } from '#platform/web/lib/language.ts';
import { scheduleAndLength } from '#web/data/missions/schedule-text.ts';
import { Patch } from '#web/drawings/patch.tsx';
import { BlockDialog } from '#web/features/safety/public.ts';
import { useBlockInviter } from './queries.ts';
import { ANSWERS, type InvitationAnswer, type Landing, useAnswer } from './use-answer.ts';

interface InvitationCardProps {
  invitation: Invitation;
  /** When it was sent: its age or its day. */
  when: string;
  /** From `useAnswer`. Share one per invitation, so it is accepted or declined but not both. */
  answer: InvitationAnswer;
  facts?: boolean;
  whole?: boolean;
  level?: 2 | 3;
}

interface InvitationItemProps extends Omit<InvitationCardProps, 'answer'> {
  go: Landing;
}

/** An invitation with its own answer state, because the screen shows it only once. */
export function InvitationItem({ go, ...card }: InvitationItemProps) {
  return <InvitationCard {...card} answer={useAnswer(card.invitation, go)} />;
}

export function InvitationCard({
  invitation,
  when,
  answer,
  facts = false,
  whole = false,
  level = 3,
}: InvitationCardProps) {
  const t = useT();
  const Heading = `h${level}` as const;
  const { mission_title: title, sender_name, message, member_count } = invitation;
  return (
    <div className="@container">
      <div className="grid grid-cols-1 items-center gap-x-6 gap-y-3 @lg:grid-cols-[1fr_auto] @lg:gap-y-2">
        <div className="flex min-w-0 gap-3.5">
          <Patch
            seed={invitation.mission_id}
            patch={invitation.patch}
            done={0}
            total={invitation.duration_days}
            size={60}
            label={t('app.invitations.patch', { mission: title })}
          />
          <div className="min-w-0 grow self-center">
            <Heading className="text-base leading-snug font-bold wrap-anywhere user-line">{title}</Heading>
            <p className="mt-1 text-sm text-ink-2 wrap-anywhere">
              {facts
                ? t('app.invitations.row.by', { sender: sender_name })
                : t.rich('app.invitations.row.by_when', {
                    sender: sender_name,
                    when,
                    dot: within('span', { 'aria-hidden': true }),
                    time: within('span', { className: 'whitespace-nowrap' }),
                  })}
            </p>
            {facts && (
              <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-ink-2 tabular">
                <span>{when}</span>
                <span>{t('app.invitations.row.facts', { members: member_count, days: daysLeft(invitation) })}</span>
                {invitation.schedule.kind !== 'daily' && (
                  <span>{scheduleAndLength(t, invitation.schedule, invitation.duration_days)}</span>
                )}
              </p>
            )}
          </div>
        </div>
        {message && <Message text={message} whole={whole} />}
        <div className="grid grid-cols-[1fr_1fr_auto] gap-2 @lg:col-start-2 @lg:row-start-1 @lg:w-76">
          <AnswerButton choice="accept" size="sm" title={title} answer={answer} />
          <AnswerButton choice="decline" size="sm" title={title} answer={answer} />
          <InvitationActions invitation={invitation} />
        </div>
      </div>
    </div>
  );
}

function InvitationActions({
  invitation: { id, mission_title, sender_name },
}: Pick<InvitationCardProps, 'invitation'>) {
  const t = useT();
  const [blocking, setBlocking] = useState(false);
  const block = useBlockInviter(id);
  return (
    <>
      <Menu
        label={t('app.invitations.row.more', { mission: mission_title })}
        items={[
          { label: t('app.safety.menu.block_person'), icon: <UserX aria-hidden />, onSelect: () => setBlocking(true) },
        ]}
        className="-me-2"
      />
      {blocking && <BlockDialog name={sender_name} block={block} onClose={() => setBlocking(false)} />}
    </>
  );
}

/** The message, shortened unless `whole`. The inner element is needed because clamped lines would show in padding. */
function Message({ text, whole }: { text: string; whole: boolean }) {
  return (
    <p className="-mt-1 ms-18.5 w-fit max-w-xl rounded-md rounded-ss-none bg-sunk px-3 py-2 text-sm @lg:col-span-2 @lg:row-start-2 @lg:mt-0">
      <span className={cx('block whitespace-pre-line wrap-anywhere user-text', !whole && 'line-clamp-4')}>{text}</span>
    </p>
  );
}

interface AnswerButtonProps extends Pick<ButtonLook, 'size' | 'className'> {
  choice: keyof typeof ANSWERS;
  /** The mission's title, with which screen readers distinguish the many buttons of a list. */
  title: string;
  answer: InvitationAnswer;
}

/** Accepts or declines. While either request runs, both buttons are disabled. */
export function AnswerButton({ choice, title, answer, ...look }: AnswerButtonProps) {
  const t = useT();
  const { name, nameOf, busyName } = ANSWERS[choice];
  const isBusy = answer.busy === choice;
  return (
    <Button
      kind={choice === 'accept' ? 'night' : 'quiet'}
      {...look}
      aria-label={isBusy ? undefined : t(nameOf, { mission: title })}
      disabled={answer.busy !== null}
      busy={isBusy}
      busyLabel={t(busyName)}
      onClick={answer[choice]}
    >
      {t(name)}
    </Button>
  );
}
