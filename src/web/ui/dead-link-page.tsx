import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { button } from './button.tsx';
import { SignpostScene } from './drawings/empty-scenes.tsx';
import { EmptyState } from './empty-state.tsx';
import { type Retry, TryAgain } from './load-part.tsx';

interface DeadLinkPageProps {
  title: string;
  children: ReactNode;
  signedIn: boolean;
  /** Only where another try may help. */
  query?: Retry | undefined;
  /** Only for a member, who can open the mission without the invitation. */
  missionId?: string | undefined;
}

/** Page for a link that is dead or temporarily unavailable. */
export function DeadLinkPage({ title, children, signedIn, query, missionId }: DeadLinkPageProps) {
  const look = button(query || missionId ? { kind: 'quiet' } : {});
  return (
    <div role="alert">
      <EmptyState
        drawing={<SignpostScene className="w-full max-w-lg" />}
        title={title}
        level={1}
        action={
          <div className="grid gap-3">
            {query && <TryAgain query={query} />}
            {missionId && (
              <Link to="/mission/$missionId" params={{ missionId }} className={button()}>
                Open the mission
              </Link>
            )}
            {signedIn ? (
              <Link to="/dashboard" className={look}>
                Back to Dashboard
              </Link>
            ) : (
              <Link to="/login" className={look}>
                Go to Login
              </Link>
            )}
          </div>
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}
