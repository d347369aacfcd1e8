import { Page } from '#web/ui/page.tsx';

export function CreateMissionPage() {
  return (
    <Page title="Create Mission">
      <h1 className="text-2xl font-extrabold sm:text-3xl">Create Mission</h1>
    </Page>
  );
}
