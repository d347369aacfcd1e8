import { useQuery } from '@tanstack/react-query';
import { type AdminTransaction, exportTransactions } from '#contract/admin.ts';
import { DELETED_NAME } from '#domain/deleted-name.ts';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { Pill } from '#platform/web/kit/pill.tsx';
import { shortDay } from '#platform/web/lib/format.ts';
import { type Columns, DetailList, dayCell, TwoLines } from './data-table.tsx';
import { callAsAdmin, transactionsQuery } from './queries.ts';
import { RecordList, useList } from './record-list.tsx';

type Sort = 'created_at' | 'amount';

const CENTS = 100;
const PLANS = { pro_monthly: 'PRO', premium_yearly: 'PREMIUM' } as const;

const money = ({ amount, currency }: AdminTransaction) => `${(amount / CENTS).toFixed(2)} ${currency.toUpperCase()}`;
const day = (one: AdminTransaction) => shortDay(one.created_at.slice(0, 10));
const STATUSES = {
  paid: { name: 'Paid', tone: 'done' },
  pending: { name: 'Pending', tone: 'open' },
  refunded: { name: 'Refunded', tone: 'plain' },
} as const;

function Status({ payment_status }: Pick<AdminTransaction, 'payment_status'>) {
  const { name, tone } = STATUSES[payment_status];
  return <Pill tone={tone}>{name}</Pill>;
}

const COLUMNS: Columns<AdminTransaction, Sort> = [
  { head: 'User', cell: (one) => <TwoLines first={one.user_name ?? DELETED_NAME} second={one.user_email} /> },
  { head: 'Plan', from: 'sm', cell: (one) => <Pill tone="owner">{PLANS[one.plan_type]}</Pill> },
  { head: 'Status', cell: (one) => <Status payment_status={one.payment_status} /> },
  { head: 'Amount', sort: 'amount', end: true, cell: (one) => <span className="whitespace-nowrap">{money(one)}</span> },
  { head: 'Date', sort: 'created_at', end: true, from: 'sm', cell: (one) => dayCell(one.created_at) },
];

function TransactionDialog({ one, onClose }: { one: AdminTransaction; onClose: () => void }) {
  return (
    <Dialog title={one.user_name ?? DELETED_NAME} onClose={onClose}>
      <DetailList
        facts={[
          ['Email Address', one.user_email ?? DELETED_NAME],
          ['Plan', PLANS[one.plan_type]],
          ['Amount', money(one)],
          ['Status', STATUSES[one.payment_status].name],
          ['Date', day(one)],
          ['Id', one.id],
        ]}
      />
    </Dialog>
  );
}

export function TransactionsTab() {
  const list = useList<Sort>('created_at');
  const result = useQuery(transactionsQuery(list.query));
  return (
    <RecordList
      caption="Subscriptions"
      find="Find a transaction"
      empty="No transaction found."
      list={list}
      result={result}
      rows={result.data?.transactions}
      columns={COLUMNS}
      nameOf={(one) => `${one.user_email ?? DELETED_NAME}, ${day(one)}`}
      onExport={(query) => callAsAdmin(exportTransactions, { query })}
      dialog={(one, onClose) => <TransactionDialog one={one} onClose={onClose} />}
    />
  );
}
