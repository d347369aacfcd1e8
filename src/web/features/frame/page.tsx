import { Link } from '@tanstack/react-router';
import { ArrowLeft, ChevronDown, Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PlainKey } from '#platform/i18n/translate.ts';
import { BellCount } from '#platform/web/kit/bell-count.tsx';
import { IconButton } from '#platform/web/kit/button.tsx';
import { PopoverRoot, usePopover } from '#platform/web/kit/popover.tsx';
import { ShareLinks } from '#platform/web/kit/share.tsx';
import { SkipLink } from '#platform/web/kit/skip-link.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';
import { useTitle } from '#platform/web/lib/title.ts';
import { useMe } from '#web/data/me.ts';
import { Avatar } from '#web/drawings/avatar.tsx';
import { Logo } from '#web/drawings/logo.tsx';
import { InstallButton } from '#web/features/install/public.ts';
import { InvitationMenu, useInbox } from '#web/features/invitations/public.ts';
import { HeaderNotificationBell } from '#web/features/notifications/public.ts';
import { AccountList } from './account-list.tsx';
import { Notices } from './notices.tsx';
import { HeaderFlame, TabBar } from './tab-bar.tsx';
import { usePlan } from './use-plan.ts';

function HeaderInvitationBell() {
  const t = useT();
  const pending = useInbox().data?.length ?? 0;
  const popover = usePopover();
  return (
    <PopoverRoot popover={popover} panel={<InvitationMenu onClose={popover.close} />}>
      <IconButton
        label={pending > 0 ? t('app.frame.invitations.pending', { count: pending }) : t('app.titles.invitations')}
        aria-haspopup="dialog"
        {...popover.opener}
      >
        <Mail className="size-5.5" aria-hidden />
        <BellCount count={pending} />
      </IconButton>
    </PopoverRoot>
  );
}

function AccountMenu() {
  const t = useT();
  const popover = usePopover();
  return (
    <div ref={popover.root} className="max-sm:hidden">
      <IconButton
        label={t('app.frame.account.menu')}
        aria-controls={popover.open ? 'account-menu' : undefined}
        {...popover.opener}
      >
        <ChevronDown className="size-5" aria-hidden />
      </IconButton>
      {popover.open && (
        <div
          id="account-menu"
          className="absolute end-0 top-full z-40 w-72 rounded-lg border-2 border-line bg-card p-2 text-ink shadow-card"
        >
          <AccountList onChoose={popover.close} />
        </div>
      )}
    </div>
  );
}

/**
 * Logo, bells, profile and account menu. With `tabs`, phones leave out what the tab bar shows.
 *
 * `share` adds links that share Emberkin on wide screens.
 */
function AppHeader({ tabs, share }: { tabs: boolean; share: boolean }) {
  const t = useT();
  const me = useMe();
  const { plan } = usePlan();
  return (
    <header className="relative z-20 flex min-h-17 items-center justify-between gap-2 py-3 sm:min-h-19 sm:py-4">
      <Link
        to="/dashboard"
        aria-label={t('app.frame.page.home')}
        className={cx(
          'inline-flex min-h-11 items-center rounded-sm',
          // With large text only the flame fits.
          !tabs && 'max-[15.5rem]:w-8 max-[15.5rem]:overflow-hidden',
        )}
      >
        <Logo />
      </Link>
      <div className="flex items-center gap-0.5 sm:gap-1">
        <HeaderFlame />
        <div className="hidden items-center lg:flex">
          {share && <ShareLinks />}
          <InstallButton className="ms-1 inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full px-3 text-sm font-semibold text-ink-2 hover:bg-sunk hover:text-ink" />
        </div>
        {me.profile_completed && (
          <>
            <HeaderInvitationBell />
            <div className={cx('contents', tabs && 'max-sm:hidden')}>
              <HeaderNotificationBell />
            </div>
          </>
        )}
        <Link
          to="/profile"
          className={cx(
            'ms-1 flex items-center gap-3 rounded-full pe-1 hover:bg-sunk sm:pe-3',
            tabs && 'max-sm:hidden',
          )}
        >
          <Avatar name={me.name} look={me.look} url={me.avatar_url} size={44} decorative />
          <span className="hidden leading-tight sm:block">
            <strong className="block max-w-48 truncate text-sm">{me.name}</strong>
            {plan && <span className="text-xs text-ink-2">{plan}</span>}
          </span>
          <span className="sr-only">{t('app.titles.profile')}</span>
        </Link>
        <AccountMenu />
      </div>
    </header>
  );
}

const BACK = {
  dashboard: { to: '/dashboard', text: 'start.common.back_to_dashboard' },
  profile: { to: '/profile', text: 'app.frame.page.to_profile' },
} as const satisfies Record<string, { to: string; text: PlainKey }>;

interface PageProps {
  title: string;
  children: ReactNode;
  back?: keyof typeof BACK;
  /** False limits the content to 48 rem, for text and forms. */
  wide?: boolean;
  /** False hides the tab bar of phones; the header then keeps the bell and the profile. */
  tabs?: boolean;
  share?: boolean;
}

/** The frame of every signed-in page: header, content, tab bar. */
export function Page({ title, children, back, wide = true, tabs = true, share = false }: PageProps) {
  const t = useT();
  useTitle(title);
  return (
    <div
      className={cx(
        'mx-auto max-w-6xl px-4 sm:px-6 lg:px-8 lg:pb-16',
        tabs
          ? 'pb-[calc(--spacing(28)+env(safe-area-inset-bottom))]'
          : 'pb-[calc(--spacing(5)+env(safe-area-inset-bottom))]',
      )}
    >
      <SkipLink />
      <AppHeader tabs={tabs} share={share} />
      <main id="main" tabIndex={-1} className={cx(!wide && 'max-w-3xl')}>
        <Notices />
        {back && (
          <Link
            to={BACK[back].to}
            className="mb-2 inline-flex min-h-11 items-center gap-2 rounded-sm pe-2 text-sm font-semibold text-ink-2 hover:text-ink"
          >
            <ArrowLeft className="size-4.5 rtl:rotate-180" aria-hidden />
            {t(BACK[back].text)}
          </Link>
        )}
        {children}
      </main>
      {tabs && <TabBar />}
    </div>
  );
}
