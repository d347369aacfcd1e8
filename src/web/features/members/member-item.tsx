import { ChevronDown, Crown } from 'lucide-react';
import type { Member } from '#contract/members.ts';
import { Avatar } from '#web/drawings/avatar.tsx';
import { Button } from '#web/kit/button.tsx';
import { Pill } from '#web/kit/pill.tsx';
import { cx } from '#web/lib/cx.ts';
import type { MemberChange } from './queries.ts';

interface MemberRowProps {
  member: Member;
  mine: boolean;
  /** The mission is offered to this member. */
  offered: boolean;
  /** The id of the note that says why no co-host can be added; null while one can. */
  cohostsFull: string | null;
  open: boolean;
  onToggle: () => void;
  onAsk: (change: MemberChange) => void;
}

function Changes({ member, offered, cohostsFull, onAsk }: MemberRowProps) {
  return (
    <div id={`manage-${member.user_id}`} className="mt-2 mb-1 flex flex-wrap gap-2">
      {member.is_cohost ? (
        <Button kind="quiet" size="sm" onClick={() => onAsk('remove_cohost')}>
          Remove co-host
        </Button>
      ) : (
        <Button
          kind="quiet"
          size="sm"
          disabled={cohostsFull !== null}
          aria-describedby={cohostsFull ?? undefined}
          onClick={() => onAsk('add_cohost')}
        >
          Make co-host
        </Button>
      )}
      <Button kind="quiet" size="sm" onClick={() => onAsk(offered ? 'withdraw' : 'offer')}>
        {offered ? 'Take offer back' : 'Hand over'}
      </Button>
      <Button kind="quiet" size="sm" onClick={() => onAsk('remove')}>
        <span className="text-rose">Remove</span>
      </Button>
    </div>
  );
}

/** A member as the owner sees them; the possible changes open below the name. */
export function MemberItem(props: MemberRowProps) {
  const { member, mine, offered, open, onToggle } = props;
  return (
    <li className="py-2 not-first:seam">
      <div className="flex min-h-11 items-center gap-3">
        <Avatar name={member.name} look={member.look} url={member.avatar_url} size={36} decorative />
        <div className="min-w-0 grow">
          <strong className="block truncate text-sm text-ink" title={member.name}>
            {mine ? 'You' : member.name}
          </strong>
          {member.email && <span className="block truncate text-xs text-ink-2">{member.email}</span>}
          <span className="flex flex-wrap gap-1.5 not-empty:mt-1">
            {member.is_owner && (
              <Pill tone="owner" icon={<Crown aria-hidden />}>
                Owner
              </Pill>
            )}
            {member.is_cohost && <Pill tone="info">Co-host</Pill>}
            {offered && <Pill tone="open">Offered</Pill>}
          </span>
        </div>
        {!mine && (
          <Button
            kind="quiet"
            size="sm"
            aria-expanded={open}
            aria-controls={open ? `manage-${member.user_id}` : undefined}
            aria-label={`Manage ${member.name}`}
            onClick={onToggle}
          >
            Manage
            <ChevronDown className={cx('size-4', open && 'rotate-180')} aria-hidden />
          </Button>
        )}
      </div>
      {open && <Changes {...props} />}
    </li>
  );
}
