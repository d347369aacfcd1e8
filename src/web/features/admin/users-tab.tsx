import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { type AdminUser, exportUsers } from '#contract/admin-accounts.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { count } from '#platform/web/lib/format.ts';
import { usePlans } from '#web/data/site.ts';
import { Avatar } from '#web/drawings/avatar.tsx';
import { AddUserDialog } from './add-user.tsx';
import { type Columns, dayCell, TwoLines } from './data-table.tsx';
import { callAsAdmin, usersQuery } from './queries.ts';
import { RecordList, useList } from './record-list.tsx';
import { Plan, Status, UserDialog } from './user-dialog.tsx';

type Sort = 'created_at' | 'name' | 'points';

const columnsOf = (plans: boolean): Columns<AdminUser, Sort> => [
  { head: 'User', sort: 'name', cell: (user) => <Person user={user} /> },
  plans
    ? { head: 'Plan', cell: (user) => <Plan user={user} /> }
    : { head: 'Status', cell: (user) => <Status user={user} /> },
  { head: 'Level', end: true, cell: (user) => <strong className="font-semibold">{count(user.level)}</strong> },
  { head: 'Points', sort: 'points', end: true, from: 'md', cell: (user) => count(user.points) },
  { head: 'Streak', end: true, from: 'md', cell: (user) => count(user.streak_days) },
  { head: 'Joined', sort: 'created_at', end: true, from: 'sm', cell: (user) => dayCell(user.created_at) },
];

function Person({ user }: { user: AdminUser }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={user.name} look={user.look} url={user.avatar_url} size={36} decorative />
      <TwoLines first={user.name} second={user.email} />
    </span>
  );
}

export function UsersTab() {
  const list = useList<Sort>('created_at');
  const result = useQuery(usersQuery(list.query));
  const plans = usePlans();
  const [adding, setAdding] = useState(false);
  return (
    <RecordList
      caption="Users"
      find="Find a user"
      empty="No user found."
      list={list}
      result={result}
      rows={result.data?.users}
      columns={columnsOf(plans)}
      nameOf={(user) => `${user.name}, ${user.email}`}
      onExport={(query) => callAsAdmin(exportUsers, { query })}
      add={
        <>
          <Button kind="quiet" size="sm" onClick={() => setAdding(true)} className="max-sm:w-full">
            <UserPlus className="size-4.5" aria-hidden />
            Add a user
          </Button>
          {adding && <AddUserDialog onClose={() => setAdding(false)} />}
        </>
      }
      dialog={(user, onClose) => <UserDialog user={user} onClose={onClose} />}
    />
  );
}
