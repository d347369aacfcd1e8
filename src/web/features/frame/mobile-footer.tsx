import { ShareLinks } from '#platform/web/kit/share.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { InstallButton } from '#web/features/install/public.ts';

/** Parts of the header that phones and tablets have no room for. */
export function MobileFooter() {
  const t = useT();
  return (
    <nav aria-label={t('start.common.more')} className="mt-5 grid grid-cols-1 gap-1 pt-4 text-ink-2 seam lg:hidden">
      <div className="flex min-h-12 items-center ps-3">
        <ShareLinks lead={t('start.login.tell')} />
      </div>
      <InstallButton className="inline-flex min-h-12 w-full cursor-pointer items-center gap-3 rounded-md px-3 font-semibold hover:bg-sunk" />
    </nav>
  );
}
