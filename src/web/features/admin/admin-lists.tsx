import { useState } from 'react';
import { Tabs, tabId } from '#web/ui/tabs.tsx';
import { AuditTab } from './audit-tab.tsx';
import { MissionsTab } from './missions-tab.tsx';
import { ReportsTab } from './reports-tab.tsx';
import { TransactionsTab } from './transactions-tab.tsx';
import { UsersTab } from './users-tab.tsx';

const TABS = [
  { id: 'users', name: 'Users', Panel: UsersTab },
  { id: 'missions', name: 'Missions', Panel: MissionsTab },
  { id: 'transactions', name: 'Subscriptions', Panel: TransactionsTab },
  { id: 'reports', name: 'Reports', Panel: ReportsTab },
  { id: 'audit', name: 'Audit log', Panel: AuditTab },
] as const;
type Tab = (typeof TABS)[number]['id'];

/** The lists of Spec 2, Admin, one at a time. */
export function AdminLists() {
  const [chosen, setChosen] = useState<Tab>('users');
  const { Panel } = TABS.find(({ id }) => id === chosen)!;
  return (
    <section aria-label="Records" className="min-w-0 rounded-lg bg-card shadow-card">
      <div className="p-4 sm:px-6">
        <Tabs label="Records" tabs={TABS} chosen={chosen} onChoose={setChosen} controls="records" />
      </div>
      <div role="tabpanel" id="records" aria-labelledby={tabId(chosen)}>
        <Panel />
      </div>
    </section>
  );
}
