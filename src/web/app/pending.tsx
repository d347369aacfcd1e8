import { Logo } from '#web/ui/drawings/logo.tsx';

/** While a route takes longer than a second; until then the page before it stays. */
export function Pending() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <Logo />
      <p role="status" className="sr-only">
        Loading...
      </p>
    </main>
  );
}
