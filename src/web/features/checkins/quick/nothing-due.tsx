import { Link } from '@tanstack/react-router';
import type { PlainKey } from '#platform/i18n/translate.ts';
import { button } from '#platform/web/kit/button.tsx';
import { EmptyState } from '#platform/web/kit/empty-state.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { UnlitCampfire } from '#web/drawings/empty-scenes.tsx';

const WORDS = {
  none: ['app.checkins.nothing.none', 'app.checkins.nothing.none_note'],
  over: ['app.checkins.nothing.over', 'app.checkins.nothing.over_note'],
  free: ['app.checkins.nothing.free', 'app.checkins.nothing.free_note'],
  done: ['app.checkins.quick.all_done', null],
} as const satisfies Record<string, readonly [PlainKey, PlainKey | null]>;

export function Nothing({ because, then }: { because: keyof typeof WORDS; then: string | null }) {
  const t = useT();
  const begun = because !== 'none';
  const [title, note] = WORDS[because];
  return (
    <div className="mt-6">
      <EmptyState
        drawing={<UnlitCampfire className="w-full max-w-sm" />}
        title={t(title)}
        level={2}
        action={
          <Link to={begun ? '/dashboard' : '/create-mission'} className={button()}>
            {begun ? t('start.common.back_to_dashboard') : t('app.checkins.nothing.first')}
          </Link>
        }
      >
        {note ? t(note) : then}
      </EmptyState>
    </div>
  );
}
