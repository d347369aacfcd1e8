import { useQuery } from '@tanstack/react-query';
import { type AdminUser, exportUsers } from '#contract/admin.ts';
import { count, shortDay } from '#web/lib/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Pill } from '#web/ui/pill.tsx';
import type { Columns } from './data-table.tsx';
import { callAsAdmin, usersQuery } from './queries.ts';
import { RecordList } from './record-list.tsx';
import { useList } from './use-list.ts';
import { UserDialog } from './user-dialog.tsx';

type Sort = 'created_at' | 'name' | 'points';

const COLUMNS: Columns<AdminUser, Sort> = [
  { head: 'User', sort: 'name', cell: (user) => <Person user={user} /> },
  { head: 'Plan', cell: (user) => <Plan user={user} /> },
  { head: 'Level', end: true, cell: (user) => <strong className="font-semibold">{count(user.level)}</strong> },
  { head: 'Points', sort: 'points', end: true, from: 'md', cell: (user) => count(user.points) },
  { head: 'Streak', end: true, from: 'md', cell: (user) => count(user.streak_days) },
  {
    head: 'Joined',
    sort: 'created_at',
    end: true,
    from: 'sm',
    cell: (user) => <span className="whitespace-nowrap text-ink-2">{shortDay(user.created_at.slice(0, 10))}</span>,
  },
];

function Person({ user }: { user: AdminUser }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={user.name} url={user.avatar_url} size={36} decorative />
      <span className="min-w-0">
        <strong className="block truncate">{user.name}</strong>
        <span className="block truncate text-ink-2">{user.email}</span>
      </span>
    </span>
  );
}

function Plan({ user }: { user: AdminUser }) {
  if (user.suspended_at) return <Pill tone="open">Suspended</Pill>;
  if (user.subscription_tier === 'free') return <Pill>Free</Pill>;
  return <Pill tone="owner">{user.subscription_plan === 'premium_yearly' ? 'PREMIUM' : 'PRO'}</Pill>;
}

/** The list of users; a row opens everything about one. */
export function UsersTab() {
  const list = useList<Sort>('created_at');
  const result = useQuery(usersQuery(list.query));
  return (
    <RecordList
      caption="Users"
      find="Find a user"
      empty="No user found."
      list={list}
      result={result}
      rows={result.data?.users}
      columns={COLUMNS}
      nameOf={(user) => `${user.name}, ${user.email}`}
      onExport={(query) => callAsAdmin(exportUsers, { query })}
      dialog={(user, onClose) => <UserDialog user={user} onClose={onClose} />}
    />
  );
}
