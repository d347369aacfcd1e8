import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import type { PlanType } from '#domain/billing.ts';
import { toast } from '#web/lib/toast.ts';
import { Button, button } from '#web/ui/button.tsx';
import { Campfire } from '#web/ui/drawings/campfire.tsx';
import { SignpostScene } from '#web/ui/drawings/empty-scenes.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { planName } from './plans.ts';
import type { Verification } from './use-verification.ts';

interface ClosedProps {
  title: string;
  /** The one act of the page; the plans where there is none. */
  onAgain?: (() => void) | undefined;
  children: ReactNode;
}

function Closed({ title, onAgain, children }: ClosedProps) {
  return (
    <div role="alert">
      <EmptyState
        drawing={<SignpostScene className="w-full max-w-lg" />}
        title={title}
        level={1}
        action={
          <div className="grid gap-3">
            {onAgain && <Button onClick={onAgain}>Check again</Button>}
            <Link to="/pricing" className={button(onAgain ? { kind: 'quiet' } : {})}>
              Back to the plans
            </Link>
            <Link to="/dashboard" className={button({ kind: 'quiet' })}>
              Back to Dashboard
            </Link>
          </div>
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}

function Success({ plan }: { plan: PlanType }) {
  useEffect(() => toast.success('Welcome to Emberkin PRO!'), []);
  return (
    <section className="relative isolate overflow-hidden rounded-xl bg-dusk pt-10 text-center text-on-night sm:pt-14">
      <div className="px-6">
        <h1 className="text-2xl font-extrabold sm:text-3xl">There is room for more fires</h1>
        <p className="mx-auto mt-3 max-w-md text-balance text-on-night-2">
          Your payment has arrived: {planName(plan)} is yours. Everything you have goes on as it is, and there is no
          limit to what you begin now.
        </p>
        <div className="mx-auto mt-7 grid max-w-xs gap-3">
          <Link to="/dashboard" className={button()}>
            Go to Dashboard
          </Link>
          <Link to="/create-mission" className={button({ kind: 'quiet' })}>
            Start a mission
          </Link>
        </div>
      </div>
      <Campfire className="mt-8 h-56 w-full sm:h-72" />
    </section>
  );
}

interface PaymentResultProps {
  verification: Verification;
  /** Missing where there is nothing to ask for. */
  onAgain: (() => void) | undefined;
}

/** Spec 2, Payment result: its five states. */
export function PaymentResult({ verification, onAgain }: PaymentResultProps) {
  switch (verification.state) {
    case 'checking':
      return <Spinner label="Checking your payment..." />;
    case 'success':
      return <Success plan={verification.plan} />;
    case 'expired':
      return (
        <Closed title="Payment Session Expired">
          The checkout was open for too long, so it was closed. Nothing was charged.
        </Closed>
      );
    case 'timeout':
      return (
        <Closed title="Verification Timeout" onAgain={onAgain}>
          Your payment may still be on its way. Please check your e-mail: we write as soon as it has arrived.
        </Closed>
      );
    case 'error':
      return (
        <Closed title="Payment Verification Failed" onAgain={onAgain}>
          We could not find out what became of this payment. If you paid, nothing is lost: your plan comes as soon as
          the payment does.
        </Closed>
      );
  }
}
