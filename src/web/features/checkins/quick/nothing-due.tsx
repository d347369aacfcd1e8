import { Link } from '@tanstack/react-router';
import { UnlitCampfire } from '#web/drawings/empty-scenes.tsx';
import { button } from '#web/kit/button.tsx';
import { EmptyState } from '#web/kit/empty-state.tsx';
import { NOTHING } from './use-quick-list.ts';

const WORDS = {
  none: ['No missions yet', 'Start one, on your own or with friends.'],
  over: ['No mission right now', 'Go on with the last one on the dashboard, or start another.'],
  free: [NOTHING, 'You can still check in on the page of a mission.'],
  done: ["That's today done", ''],
} as const;

export function Nothing({ because, then }: { because: keyof typeof WORDS; then: string | null }) {
  const begun = because !== 'none';
  const [title, text] = WORDS[because];
  return (
    <div className="mt-6">
      <EmptyState
        drawing={<UnlitCampfire className="w-full max-w-sm" />}
        title={title}
        level={2}
        action={
          <Link to={begun ? '/dashboard' : '/create-mission'} className={button()}>
            {begun ? 'Back to Dashboard' : 'First Mission'}
          </Link>
        }
      >
        {because === 'done' ? then : text}
      </EmptyState>
    </div>
  );
}
