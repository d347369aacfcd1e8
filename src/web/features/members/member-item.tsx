import { ChevronDown } from 'lucide-react';
import type { Member } from '#contract/members.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { OwnerPill, Pill } from '#platform/web/kit/pill.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';
import { Avatar } from '#web/drawings/avatar.tsx';
import type { MemberChange } from './queries.ts';

interface MemberRowProps {
  member: Member;
  mine: boolean;
  /** Whether this member has an ownership offer. */
  offered: boolean;
  /** ID of the note that explains why no co-host can be added, or null if one can. */
  cohostsFull: string | null;
  open: boolean;
  onToggle: () => void;
  onAsk: (change: MemberChange) => void;
}

function Changes({ member, offered, cohostsFull, onAsk }: MemberRowProps) {
  const t = useT();
  return (
    <div id={`manage-${member.user_id}`} className="mt-2 mb-1 flex flex-wrap gap-2">
      {member.is_cohost ? (
        <Button kind="quiet" size="sm" onClick={() => onAsk('remove_cohost')}>
          {t('app.members.change.remove_cohost.confirm')}
        </Button>
      ) : (
        <Button
          kind="quiet"
          size="sm"
          disabled={cohostsFull !== null}
          aria-describedby={cohostsFull ?? undefined}
          onClick={() => onAsk('add_cohost')}
        >
          {t('app.members.change.add_cohost.confirm')}
        </Button>
      )}
      <Button kind="quiet" size="sm" onClick={() => onAsk(offered ? 'withdraw' : 'offer')}>
        {t(offered ? 'app.members.take_back' : 'app.members.hand_over')}
      </Button>
      <Button kind="quiet" size="sm" onClick={() => onAsk('remove')}>
        <span className="text-rose">{t('app.members.remove')}</span>
      </Button>
    </div>
  );
}

export function MemberItem(props: MemberRowProps) {
  const t = useT();
  const { member, mine, offered, open, onToggle } = props;
  return (
    <li className="py-2 not-first:seam">
      <div className="flex min-h-11 items-center gap-3">
        <Avatar name={member.name} look={member.look} url={member.avatar_url} size={36} decorative />
        <div className="min-w-0 grow">
          <strong className="block truncate text-sm text-ink" title={member.name}>
            {mine ? t('app.common.you') : member.name}
          </strong>
          {member.email && <span className="block truncate text-xs text-ink-2">{member.email}</span>}
          <span className="flex flex-wrap gap-1.5 not-empty:mt-1">
            {member.is_owner && <OwnerPill />}
            {member.is_cohost && <Pill tone="info">{t('app.common.cohost')}</Pill>}
            {offered && <Pill tone="open">{t('app.members.offered')}</Pill>}
          </span>
        </div>
        {!mine && (
          <Button
            kind="quiet"
            size="sm"
            aria-expanded={open}
            aria-controls={open ? `manage-${member.user_id}` : undefined}
            aria-label={t('app.members.manage_label', { name: member.name })}
            onClick={onToggle}
          >
            {t('app.members.manage')}
            <ChevronDown className={cx('size-4', open && 'rotate-180')} aria-hidden />
          </Button>
        )}
      </div>
      {open && <Changes {...props} />}
    </li>
  );
}
