import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button, button } from './button.tsx';
import { SignpostScene } from './drawings/empty-scenes.tsx';
import { EmptyState } from './empty-state.tsx';

interface DeadLinkPageProps {
  title: string;
  children: ReactNode;
  signedIn: boolean;
  /** Where another try can help. */
  retry?: { busy: boolean; onRetry: () => void } | undefined;
  /** For someone who is a member already and needs no invitation. */
  missionId?: string | undefined;
}

/** Says that a link does not work, for good or for now, and offers a way on. */
export function DeadLinkPage({ title, children, signedIn, retry, missionId }: DeadLinkPageProps) {
  const look = button(retry || missionId ? { kind: 'quiet' } : {});
  return (
    <div role="alert">
      <EmptyState
        drawing={<SignpostScene className="w-full max-w-lg" />}
        title={title}
        level={1}
        action={
          <div className="grid gap-3">
            {retry && (
              <Button busy={retry.busy} busyLabel="Trying again..." onClick={retry.onRetry}>
                Try again
              </Button>
            )}
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
