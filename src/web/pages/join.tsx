import { useTitle } from '#web/lib/title.ts';

export function JoinPage() {
  useTitle('Join a mission');
  return (
    <main id="main">
      <h1 className="text-2xl font-extrabold">Join a mission</h1>
    </main>
  );
}
