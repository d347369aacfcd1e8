import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTitle } from '#web/lib/title.ts';
import { AppHeader } from './app-header.tsx';
import { cx } from './cx.ts';
import { useShell } from './shell.ts';
import { TabBar } from './tab-bar.tsx';

interface PageProps {
  /** Name in the browser's tab. */
  title: string;
  children: ReactNode;
  /** Shows 'Back to Dashboard' above the content. */
  back?: boolean;
  /** False: 48 rem, for pages of text and forms. */
  wide?: boolean;
  /** Stands where the tab bar would stand on phones (a sticky check-in); null: nothing does. The header then keeps bell and face. */
  bottom?: ReactNode;
}

/** Lets keyboards jump over the header. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only rounded-md bg-card px-4 py-3 font-bold text-ink shadow-card focus:not-sr-only focus:fixed focus:start-4 focus:top-[calc(1rem+env(safe-area-inset-top))] focus:z-50"
    >
      Skip to content
    </a>
  );
}

/** Header, content, tab bar: every signed-in page. */
export function Page({ title, children, back = false, wide = true, bottom }: PageProps) {
  useTitle(title);
  const { notices } = useShell();
  const tabs = bottom === undefined;
  return (
    <div
      className={cx(
        'mx-auto px-4 pb-[calc(7rem+env(safe-area-inset-bottom))] sm:px-6 lg:px-8 lg:pb-16',
        wide ? 'max-w-6xl' : 'max-w-3xl',
      )}
    >
      <SkipLink />
      <AppHeader tabs={tabs} />
      <main id="main" tabIndex={-1}>
        {notices}
        {back && (
          <Link
            to="/dashboard"
            className="mb-2 inline-flex min-h-11 items-center gap-2 rounded-sm pe-2 text-sm font-semibold text-ink-2 hover:text-ink"
          >
            <ArrowLeft className="size-4.5 rtl:rotate-180" aria-hidden />
            Back to Dashboard
          </Link>
        )}
        {children}
      </main>
      {tabs ? <TabBar /> : bottom}
    </div>
  );
}
