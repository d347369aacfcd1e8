import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { PlanType } from '#domain/billing.ts';

/** Instants are seconds since 1970, the provider's format. */
export interface SandboxSession {
  id: string;
  customer: string;
  plan: PlanType;
  reference: string | null;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  subscription: string | null;
  success_url: string;
  cancel_url: string;
  created: number;
  expires_at: number;
  pays_at: number | null;
}

export interface SandboxSubscription {
  id: string;
  customer: string;
  plan: PlanType;
  status: 'active' | 'past_due' | 'canceled' | 'incomplete';
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  start_date: number;
  /** The date that sets the day of the month of its periods. */
  anchor: number;
  period_start: number;
  period_end: number;
  latest_invoice: string;
}

/** An invoice with the only charge that pays it. */
export interface SandboxInvoice {
  id: string;
  subscription: string;
  customer: string;
  amount: number;
  paid_at: number | null;
  first: boolean;
  created: number;
  charge: string;
  payment_intent: string;
  /** In cents; a part or all. */
  refunded: number;
  disputed: boolean;
}

export interface SandboxEvent {
  id: string;
  type: string;
  created: number;
  /** The object at the time of the event. */
  object: object;
  attempts: number;
  /** Null after delivery or giving up. */
  next_attempt: number | null;
}

export interface State {
  api_key: string;
  webhook_secret: string;
  customers: Record<string, { id: string; email: string; declines: boolean }>;
  sessions: Record<string, SandboxSession>;
  subscriptions: Record<string, SandboxSubscription>;
  invoices: Record<string, SandboxInvoice>;
  portals: Record<string, { id: string; customer: string; return_url: string }>;
  events: SandboxEvent[];
  /** Responses by idempotency key, each with its request. */
  answers: Record<string, { request: string; status: number; body: unknown }>;
}

/** Finds an object by an external ID, without names that every JavaScript object inherits. */
export const own = <T>(things: Readonly<Record<string, T>>, id: string): T | undefined =>
  Object.hasOwn(things, id) ? things[id] : undefined;

export const newKey = (prefix: string): string => `${prefix}_${randomBytes(16).toString('hex')}`;

const emptyState = (): State => ({
  api_key: newKey('sk_test'),
  webhook_secret: newKey('whsec'),
  customers: {},
  sessions: {},
  subscriptions: {},
  invoices: {},
  portals: {},
  events: [],
  answers: {},
});

export interface Store {
  readonly state: State;
  save(): Promise<void>;
}

/** Stores the state in a file, or only in memory if `path` is null. The file is always complete. */
export async function openStore(path: string | null): Promise<Store> {
  if (path === null) return { state: emptyState(), save: async () => undefined };
  const text = await readFile(path, 'utf8').catch(() => null);
  const state = text === null ? emptyState() : (JSON.parse(text) as State);
  let writing: Promise<void> = Promise.resolve();
  const write = async () => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.part`, JSON.stringify(state), { mode: 0o600 });
    await rename(`${path}.part`, path);
  };
  return {
    state,
    save: () => {
      // Writes run one after another; a failed one does not stop the next.
      writing = writing.then(write, write);
      return writing;
    },
  };
}
