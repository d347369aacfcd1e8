import { Link } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { Avatar } from './avatar.tsx';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { Logo } from './drawings/logo.tsx';
import { ShareLinks } from './share.tsx';
import { useShell } from './shell.ts';

/**
 * Logo, bells and one's own profile. Sharing and logging out are here on wide screens only; on others the
 * dashboard's footer has them. With `tabs`, phones do not repeat what the tab bar already shows.
 */
export function AppHeader({ tabs }: { tabs: boolean }) {
  const { me, plan, mailbox, bell, install, logOut, loggingOut } = useShell();
  return (
    <header className="relative z-20 flex min-h-17 items-center justify-between gap-2 py-3 sm:min-h-19 sm:py-4">
      <Link to="/dashboard" aria-label="Emberkin home" className="inline-flex min-h-11 items-center rounded-sm">
        <Logo />
      </Link>
      <div className="flex items-center gap-0.5 sm:gap-1">
        <div className="hidden items-center lg:flex">
          <ShareLinks />
          {install?.(
            'ms-1 inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full px-3 text-sm font-semibold text-ink-2 hover:bg-sunk hover:text-ink',
          )}
          <span aria-hidden className="mx-2 h-7 border-s-2 border-dashed border-line" />
        </div>
        {mailbox}
        {bell && <div className={cx('contents', tabs && 'max-sm:hidden')}>{bell}</div>}
        <Link
          to="/profile"
          className={cx(
            'ms-1 flex items-center gap-3 rounded-full pe-1 hover:bg-sunk sm:pe-3',
            tabs && 'max-sm:hidden',
          )}
        >
          <Avatar name={me.name} url={me.avatar_url} size={44} decorative />
          <span className="hidden leading-tight sm:block">
            <strong className="block max-w-48 truncate text-sm">{me.name}</strong>
            <span className="text-xs text-ink-2">{plan}</span>
          </span>
          <span className="sr-only">Profile</span>
        </Link>
        <IconButton label="Log out" onClick={logOut} disabled={loggingOut} className="max-lg:hidden">
          <LogOut className="size-5" aria-hidden />
        </IconButton>
      </div>
    </header>
  );
}
