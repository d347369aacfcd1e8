import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTitle } from '#web/lib/title.ts';
import { AppHeader } from './app-header.tsx';
import { cx } from './cx.ts';
import { useShell } from './shell.ts';
import { TabBar } from './tab-bar.tsx';

interface PageProps {
  /** Shown in the browser's tab. */
  title: string;
  children: ReactNode;
  /** Shows 'Back to Dashboard' above the content. */
  back?: boolean;
  /** False limits the width to 48 rem, for text and forms. */
  wide?: boolean;
  /**
   * Replaces the tab bar on phones, for example with a sticky check-in; null leaves the place empty. The header then
   * keeps the bell and the profile.
   */
  bottom?: ReactNode;
}

/** Lets keyboard users skip the header. */
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

/** The frame of every signed-in page: header, content, tab bar. */
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
