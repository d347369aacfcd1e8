import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AdminTransaction, exportTransactions } from '#contract/admin.ts';
import { shortDay } from '#web/lib/format.ts';
import { toast } from '#web/lib/toast.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Pill } from '#web/ui/marks.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { saveCsv } from './download.ts';
import { Facts } from './facts.tsx';
import { ExportButton, ListFrame, SearchField } from './list-frame.tsx';
import { askAsAdmin, transactionsQuery, useAdminAction } from './queries.ts';
import { useList } from './use-list.ts';

type Sort = 'created_at' | 'amount';

const CENTS = 100;
const PLANS = { pro_monthly: 'PRO', premium_yearly: 'PREMIUM' } as const;
const GONE = 'Deleted user';

const money = ({ amount, currency }: AdminTransaction) => `${(amount / CENTS).toFixed(2)} ${currency.toUpperCase()}`;
const day = (one: AdminTransaction) => shortDay(one.created_at.slice(0, 10));
const tones = { paid: 'done', pending: 'open' } as const;

function Status({ payment_status }: Pick<AdminTransaction, 'payment_status'>) {
  const tone = payment_status === 'paid' || payment_status === 'pending' ? tones[payment_status] : 'plain';
  return (
    <Pill tone={tone}>
      <span className="capitalize">{payment_status}</span>
    </Pill>
  );
}

const COLUMNS: [Column<AdminTransaction, Sort>, ...Column<AdminTransaction, Sort>[]] = [
  {
    head: 'User',
    cell: (one) => (
      <span className="min-w-0">
        <strong className="block truncate">{one.user_name ?? GONE}</strong>
        <span className="block truncate text-ink-2">{one.user_email}</span>
      </span>
    ),
  },
  { head: 'Plan', from: 'sm', cell: (one) => <Pill tone="owner">{PLANS[one.plan_type]}</Pill> },
  { head: 'Status', cell: (one) => <Status payment_status={one.payment_status} /> },
  { head: 'Amount', sort: 'amount', end: true, cell: (one) => <span className="whitespace-nowrap">{money(one)}</span> },
  {
    head: 'Date',
    sort: 'created_at',
    end: true,
    from: 'sm',
    cell: (one) => <span className="whitespace-nowrap text-ink-2">{day(one)}</span>,
  },
];

/** Spec 2, Admin: the purchases, paid or not. */
export function TransactionsTab() {
  const list = useList<Sort>('created_at');
  const result = useQuery(transactionsQuery(list.query));
  const [openId, setOpenId] = useState<string | null>(null);
  const open = result.data?.transactions.find((one) => one.id === openId);
  const { q, sort, order } = list.query;
  const exporting = useAdminAction(() => askAsAdmin(exportTransactions, { query: { q, sort, order } }).then(saveCsv));
  return (
    <ListFrame
      tools={
        <>
          <SearchField label="Find a transaction" value={list.typed} onChange={list.setTyped} />
          <ExportButton
            busy={exporting.isPending}
            onExport={() => exporting.mutate(undefined, { onError: () => toast.error('Failed to load admin data') })}
          />
        </>
      }
      result={result}
      page={list.query.page}
      onPage={list.setPage}
      empty="No transaction found."
    >
      <DataTable
        caption="Subscriptions"
        columns={COLUMNS}
        rows={result.data?.transactions ?? []}
        nameOf={(one) => `${one.user_email ?? GONE}, ${day(one)}`}
        onOpen={(one) => setOpenId(one.id)}
        sort={sort}
        order={order}
        onSort={list.sortBy}
      />
      {open && (
        <Dialog title={open.user_name ?? GONE} onClose={() => setOpenId(null)}>
          <Facts
            facts={[
              ['Email Address', open.user_email ?? GONE],
              ['Plan', PLANS[open.plan_type]],
              ['Amount', money(open)],
              ['Status', open.payment_status],
              ['Date', day(open)],
              ['Id', open.id],
            ]}
          />
        </Dialog>
      )}
    </ListFrame>
  );
}
