import type { Lifecycle } from './lifecycle.ts';
import { makeLifecycle } from './lifecycle.ts';
import type { SandboxSession, State, Store } from './state.ts';

/** The state and the functions that the API and the pages of the sandbox share. */
export interface SandboxProvider {
  readonly state: State;
  readonly lifecycle: Lifecycle;
  /** Origin of the pages. */
  readonly origin: string;
  /** The URL of a checkout. */
  pageOf(session: SandboxSession): string;
  /** Saves the state and sends pending events. */
  changed(): Promise<void>;
}

interface Options {
  readonly store: Store;
  readonly origin: string;
  /** Seconds since 1970. */
  readonly now: () => number;
  readonly onChange: () => void;
}

/** A payment provider that behaves as Stripe, without HTTP: api.ts and pages.ts add that. */
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
