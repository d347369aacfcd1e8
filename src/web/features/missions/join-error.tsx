import type { ReactNode } from 'react';
import { LostTrail } from '#web/ui/drawings.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** The way in is closed: for good, or for a moment. `action` leads on. */
export function JoinError({ gone, action }: { gone: boolean; action: ReactNode }) {
  return (
    <div role="alert">
      <EmptyState
        drawing={<LostTrail className="w-full max-w-lg" />}
        title={
          gone ? 'Invalid invitation link or mission no longer active' : 'Failed to join mission. Please try again.'
        }
        level={1}
        action={action}
      >
        {gone
          ? 'Ask the one who invited you for a new link. There is always room by another fire.'
          : 'Your invitation is still good. The way is closed for a moment.'}
      </EmptyState>
    </div>
  );
}
