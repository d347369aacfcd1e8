import { Link } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { useMe } from '#web/data/me.ts';
import { Avatar } from '#web/drawings/avatar.tsx';
import { InstallButton } from '#web/features/install/public.ts';
import { ShareLinks } from '#web/kit/share.tsx';
import { cx } from '#web/lib/cx.ts';
import { useFrame } from './frame-actions.ts';
import { usePlan } from './use-plan.ts';

const footerItem =
  'inline-flex min-h-12 w-full cursor-pointer items-center gap-3 rounded-md px-3 font-semibold hover:bg-sunk';

/** For phones and tablets: the parts of the header that only wide screens have room for. */
export function MobileFooter() {
  const me = useMe();
  const { plan } = usePlan();
  const { logOut, loggingOut } = useFrame();
  return (
    <nav aria-label="More" className="mt-10 grid grid-cols-1 gap-1 pt-4 text-ink-2 seam lg:hidden">
      <Link to="/profile" className={footerItem}>
        <Avatar name={me.name} look={me.look} url={me.avatar_url} size={36} decorative />
        <span className="min-w-0 leading-tight">
          <strong className="block truncate text-ink">{me.name}</strong>
          {plan && <span className="text-sm font-normal">{plan}</span>}
        </span>
      </Link>
      <div className="flex min-h-12 items-center ps-3">
        <ShareLinks lead="Tell a friend" />
      </div>
      <InstallButton className={footerItem} />
      <button type="button" onClick={logOut} disabled={loggingOut} className={cx(footerItem, 'sm:hidden')}>
        <LogOut className="size-5" aria-hidden />
        Log out
      </button>
    </nav>
  );
}
