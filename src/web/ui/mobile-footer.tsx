import { Link } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { Avatar } from './avatar.tsx';
import { ShareLinks } from './share.tsx';
import { useShell } from './shell.ts';
import { ThemeSwitch } from './theme-switch.tsx';

const item =
  'inline-flex min-h-12 w-full cursor-pointer items-center gap-3 rounded-md px-3 font-semibold hover:bg-sunk';

/** Phones and tablets: what the wide header carries, where the thumb ends up. */
export function MobileFooter() {
  const { me, plan, install, logOut, loggingOut } = useShell();
  return (
    <nav aria-label="More" className="mt-10 grid grid-cols-1 gap-1 pt-4 text-ink-2 seam lg:hidden">
      <Link to="/profile" className={item}>
        <Avatar name={me.name} url={me.avatar_url} size={36} decorative />
        <span className="min-w-0 leading-tight">
          <strong className="block truncate text-ink">{me.name}</strong>
          <span className="text-sm font-normal">{plan}</span>
        </span>
      </Link>
      <div className="flex min-h-12 items-center ps-3">
        <ShareLinks lead="Tell a friend" />
      </div>
      {install?.(item)}
      <ThemeSwitch />
      <button type="button" onClick={logOut} disabled={loggingOut} className={item}>
        <LogOut className="size-5" aria-hidden />
        Log out
      </button>
    </nav>
  );
}
