import type { Lifecycle } from './lifecycle.ts';
import { makeLifecycle } from './lifecycle.ts';
import type { SandboxSession, State, Store } from './state.ts';

/** What the API and the pages of the sandbox stand on. */
export interface SandboxProvider {
  readonly state: State;
  readonly lifecycle: Lifecycle;
  /** Origin of the pages. */
  readonly origin: string;
  /** The address of a checkout. */
  pageOf(session: SandboxSession): string;
  /** Keeps the state and looks for events to send. */
  changed(): Promise<void>;
}

interface Options {
  readonly store: Store;
  readonly origin: string;
  /** Seconds since 1970. */
  readonly now: () => number;
  readonly onChange: () => void;
}

/** A payment provider that behaves as Stripe, without a way in yet: api.ts and pages.ts give it two. */
export function makeSandboxProvider({ store, origin, now, onChange }: Options): SandboxProvider {
  const { state } = store;
  const pageOf = (session: SandboxSession) => `${origin}/sandbox/checkout/${session.id}`;
  return {
    state,
    lifecycle: makeLifecycle(state, now, pageOf),
    origin,
    pageOf,
    changed: async () => {
      await store.save();
      onChange();
    },
  };
}
