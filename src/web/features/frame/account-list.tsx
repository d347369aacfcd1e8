import { Link } from '@tanstack/react-router';
import { ChartColumn, ChevronRight, CircleQuestionMark, LogOut, Luggage, Plug, Settings, Sparkles } from 'lucide-react';
import { useT } from '#platform/web/lib/language.ts';
import { useFrame } from './frame-actions.ts';
import { usePlan } from './use-plan.ts';

const PAGES = [
  { to: '/insights', name: 'app.titles.insights', Icon: ChartColumn },
  { to: '/settings', name: 'app.titles.settings', Icon: Settings },
  { to: '/connections', name: 'app.titles.connections', Icon: Plug },
] as const;

const row =
  'flex min-h-12 w-full cursor-pointer items-center gap-3 rounded-md px-3 text-start font-semibold hover:bg-sunk disabled:opacity-60';

/**
 * The account pages and the logout button, in the header's menu and next to the profile.
 *
 * The profile page sets `hasPause` to false, because it already has the break. `onChoose` runs when one is pressed.
 */
export function AccountList({ onChoose, hasPause = true }: { onChoose?: () => void; hasPause?: boolean }) {
  const t = useT();
  const { plan, canUpgrade } = usePlan();
  const { takePause, logOut, loggingOut } = useFrame();
  const pause = () => {
    onChoose?.();
    takePause();
  };
  const leave = () => {
    // Close first, so the dialog before logging out can return the focus.
    onChoose?.();
    logOut();
  };
  return (
    <nav aria-label={t('app.frame.account.label')}>
      <ul className="grid grid-cols-1">
        {PAGES.map(({ to, name, Icon }) => (
          <li key={to}>
            <Link to={to} className={row} onClick={onChoose}>
              <Icon className="size-5 text-ink-2" aria-hidden />
              {t(name)}
              <ChevronRight className="ms-auto size-4.5 text-ink-2 rtl:rotate-180" aria-hidden />
            </Link>
          </li>
        ))}
        <li>
          <a href="/help" hrefLang="en" className={row}>
            <CircleQuestionMark className="size-5 text-ink-2" aria-hidden />
            {t('app.frame.account.help')}
            <ChevronRight className="ms-auto size-4.5 text-ink-2 rtl:rotate-180" aria-hidden />
          </a>
        </li>
        {hasPause && (
          <li>
            <button type="button" onClick={pause} className={row}>
              <Luggage className="size-5 text-ink-2" aria-hidden />
              {t('app.frame.account.take_break')}
            </button>
          </li>
        )}
        {canUpgrade && (
          <li>
            <Link to="/pricing" className={row} onClick={onChoose}>
              <Sparkles className="size-5 text-ink-2" aria-hidden />
              {t('app.frame.account.upgrade')}
              <span className="ms-auto text-xs font-normal text-ink-2">{plan}</span>
            </Link>
          </li>
        )}
        <li className="mt-1 pt-1 seam">
          <button type="button" onClick={leave} disabled={loggingOut} className={row}>
            <LogOut className="size-5 text-ink-2 rtl:-scale-x-100" aria-hidden />
            {t('app.frame.account.log_out')}
          </button>
        </li>
      </ul>
    </nav>
  );
}
