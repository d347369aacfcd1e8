import { Page } from '#web/ui/page.tsx';

export function DashboardPage() {
  return (
    <Page title="Dashboard" tab="Home">
      <h1 className="text-2xl font-extrabold sm:text-3xl">Dashboard</h1>
    </Page>
  );
}
