import type { Invitation } from '#contract/invitations.ts';
import { count } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Patch } from '#web/ui/drawings/patch.tsx';
import { type Landing, useAnswer } from './use-answer.ts';

interface InvitationRowProps {
  invitation: Invitation;
  /** When it came: its age or its day. */
  when: string;
  go: Landing;
  /** Also tells how long the mission goes on and how many are in it. */
  facts?: boolean;
  /** The message in full, however long. */
  whole?: boolean;
  /** Of the heading: one below that of the list. */
  level?: 2 | 3;
}

const counted = (n: number, one: string) => `${count(n)} ${n === 1 ? one : `${one}s`}`;
const Dot = () => <span aria-hidden>·</span>;

/** An invitation with its two answers, which stand beside it where there is room. The place for it is the parent's. */
export function InvitationItem({ invitation, when, go, facts = false, whole = false, level = 3 }: InvitationRowProps) {
  const Heading = `h${level}` as const;
  const { mission_title: title, sender_name, message, member_count, days_remaining } = invitation;
  return (
    <div className="@container">
      <div className="grid grid-cols-1 items-center gap-x-6 gap-y-3 @lg:grid-cols-[1fr_auto] @lg:gap-y-2">
        <div className="flex min-w-0 gap-3.5">
          <Patch
            seed={invitation.mission_id}
            done={0}
            total={invitation.duration_days}
            size={60}
            label={`Patch of ${title}`}
          />
          <div className="min-w-0 grow self-center">
            <Heading className="text-base leading-snug font-bold wrap-anywhere">{title}</Heading>
            <p className="mt-1 text-sm text-ink-2 wrap-anywhere">
              Invited by {sender_name}
              {!facts && (
                <>
                  {' '}
                  <Dot /> <span className="whitespace-nowrap">{when}</span>
                </>
              )}
            </p>
            {facts && (
              <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-ink-2 tabular">
                <span>{when}</span>
                <span>
                  {counted(member_count, 'member')}, {counted(days_remaining, 'day')} left
                </span>
              </p>
            )}
          </div>
        </div>
        {message && <Message text={message} whole={whole} />}
        <Answers invitation={invitation} go={go} />
      </div>
    </div>
  );
}

/** Where room is short only its beginning, in a box of its own: cut lines would show in the padding. */
function Message({ text, whole }: { text: string; whole: boolean }) {
  return (
    <p className="-mt-1 ms-18.5 w-fit max-w-xl rounded-md rounded-ss-none bg-sunk px-3 py-2 text-sm @lg:col-span-2 @lg:row-start-2 @lg:mt-0">
      <span className={cx('whitespace-pre-line wrap-anywhere', !whole && 'line-clamp-4')}>{text}</span>
    </p>
  );
}

function Answers({ invitation, go }: { invitation: Invitation; go: Landing }) {
  const { busy, accept, decline } = useAnswer(invitation, go);
  return (
    <div className="grid grid-cols-2 gap-2.5 @lg:col-start-2 @lg:row-start-1 @lg:w-68">
      <Button
        kind="night"
        size="sm"
        aria-label={busy === 'accept' ? undefined : `Accept ${invitation.mission_title}`}
        disabled={busy !== null}
        busy={busy === 'accept'}
        busyLabel="Accepting..."
        onClick={accept}
      >
        Accept
      </Button>
      <Button
        kind="quiet"
        size="sm"
        aria-label={busy === 'decline' ? undefined : `Decline ${invitation.mission_title}`}
        disabled={busy !== null}
        busy={busy === 'decline'}
        busyLabel="Declining..."
        onClick={decline}
      >
        Decline
      </Button>
    </div>
  );
}
