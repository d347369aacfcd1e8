import type { SharedSandbox } from '../deps.ts';
import type { DatabaseAccess } from '../prepare-instance.ts';

/** What the primary tells a worker. */
export type ToWorker =
  /** The instance is prepared: open the parts and listen. */
  | { readonly kind: 'begin'; readonly database: DatabaseAccess; readonly sandbox: SharedSandbox | null }
  /** The instance ends: drain and stop. */
  | { readonly kind: 'stop' }
  /** Another worker has taken the place: stop without draining the instance. */
  | { readonly kind: 'fade' }
  /** Send the figures of this process. */
  | { readonly kind: 'collect'; readonly id: number }
  /** The figures of all, as they were asked for; null when they could not be summed. */
  | { readonly kind: 'gathered'; readonly id: number; readonly text: string | null };

/** What a worker tells the primary. */
export type FromWorker =
  /** It listens to messages: what comes before that may be lost while the program is still loaded. */
  | { readonly kind: 'hello' }
  /** It listens there. */
  | { readonly kind: 'ready'; readonly address: string }
  /** The figures of this process; null when they could not be read. */
  | { readonly kind: 'collected'; readonly id: number; readonly figures: unknown }
  /** Somebody asks this worker for the figures of all. */
  | { readonly kind: 'gather'; readonly id: number };
