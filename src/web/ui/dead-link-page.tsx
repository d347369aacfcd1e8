import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { SignpostScene } from '#web/ui/drawings/empty-scenes.tsx';
import { Button, button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface ClosedWayProps {
  title: string;
  children: ReactNode;
  signedIn: boolean;
  /** Given where another try may help. */
  again?: { busy: boolean; act: () => void } | undefined;
  /** Given to a member: the mission stands open without the invitation. */
  missionId?: string | undefined;
}

/** The way in is closed, for good or for a moment, and this leads on. */
export function DeadLinkPage({ title, children, signedIn, again, missionId }: ClosedWayProps) {
  const look = button(again || missionId ? { kind: 'quiet' } : {});
  return (
    <div role="alert">
      <EmptyState
        drawing={<SignpostScene className="w-full max-w-lg" />}
        title={title}
        level={1}
        action={
          <div className="grid gap-3">
            {again && (
              <Button busy={again.busy} busyLabel="Trying again..." onClick={again.act}>
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
