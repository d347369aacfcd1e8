import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AdminUser, exportUsers } from '#contract/admin.ts';
import { count, shortDay } from '#web/lib/format.ts';
import { toast } from '#web/lib/toast.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Pill } from '#web/ui/marks.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { saveCsv } from './download.ts';
import { ExportButton, ListFrame, SearchField } from './list-frame.tsx';
import { askAsAdmin, useAdminAction, usersQuery } from './queries.ts';
import { useList } from './use-list.ts';
import { UserDialog } from './user-dialog.tsx';

type Sort = 'created_at' | 'name' | 'points';

const COLUMNS: [Column<AdminUser, Sort>, ...Column<AdminUser, Sort>[]] = [
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

/** Spec 2, Admin: the users, searched, ordered, exported, and each opened for the rest. */
export function UsersTab() {
  const list = useList<Sort>('created_at');
  const result = useQuery(usersQuery(list.query));
  const [openId, setOpenId] = useState<string | null>(null);
  const open = result.data?.users.find((user) => user.id === openId);
  const { q, sort, order } = list.query;
  const exporting = useAdminAction(() => askAsAdmin(exportUsers, { query: { q, sort, order } }).then(saveCsv));
  return (
    <ListFrame
      tools={
        <>
          <SearchField label="Find a user" value={list.typed} onChange={list.setTyped} />
          <ExportButton
            busy={exporting.isPending}
            onExport={() => exporting.mutate(undefined, { onError: () => toast.error('Failed to load admin data') })}
          />
        </>
      }
      result={result}
      page={list.query.page}
      onPage={list.setPage}
      empty="No user found."
    >
      <DataTable
        caption="Users"
        columns={COLUMNS}
        rows={result.data?.users ?? []}
        nameOf={(user) => `${user.name}, ${user.email}`}
        onOpen={(user) => setOpenId(user.id)}
        sort={sort}
        order={order}
        onSort={list.sortBy}
      />
      {open && <UserDialog user={open} onClose={() => setOpenId(null)} />}
    </ListFrame>
  );
}
