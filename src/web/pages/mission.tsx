import { Page } from '#web/ui/page.tsx';

export function MissionPage() {
  return (
    <Page title="Mission">
      <h1 className="text-2xl font-extrabold sm:text-3xl">Mission</h1>
    </Page>
  );
}
