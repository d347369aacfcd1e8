import { setTimeout as wait } from 'node:timers/promises';
import { type Checkin, listCheckins } from '#contract/checkins.ts';
import { bearer, type Membership } from './dataset.ts';
import { openStream } from './live-client.ts';

/** The pause of the product's own page before it connects again. */
export const RECONNECT_MS = { min: 1000, spread: 9000 };

/** What somebody has on the screen: the newest check-ins of a mission, kept true by hints as the page does it. */
export class Screen {
  shown: string[] = [];
  private fetching: Promise<void> | null = null;
  private stale = false;

  readonly membership: Membership;
  private readonly server: () => string;
  private readonly closing: AbortSignal;

  constructor(membership: Membership, server: () => string, closing: AbortSignal) {
    this.membership = membership;
    this.server = server;
    this.closing = closing;
  }

  private async fetchFeed(): Promise<void> {
    const path = listCheckins.path.replace('{id}', this.membership.mission_id);
    const answer = await fetch(this.server() + path, { headers: bearer(this.membership.token) });
    if (answer.ok) this.shown = ((await answer.json()) as Checkin[]).map(({ id }) => id);
  }

  /** One request at a time; a hint that arrives meanwhile causes another one. */
  private refresh(): void {
    if (this.fetching) {
      this.stale = true;
      return;
    }
    this.fetching = this.fetchFeed()
      .catch(() => undefined)
      .finally(() => {
        this.fetching = null;
        if (!this.stale) return;
        this.stale = false;
        this.refresh();
      });
  }

  /** Follows the stream, and connects again when it ends, until the screen is closed. */
  async watch(onOpen: () => void): Promise<void> {
    while (!this.closing.aborted) {
      try {
        const stream = await openStream(this.server(), this.membership.token, (event) => {
          if (event.kind === 'feed' || event.kind === 'everything') this.refresh();
        });
        this.closing.addEventListener('abort', stream.close);
        this.refresh();
        onOpen();
        await stream.over;
      } catch {
        // The instance is away.
      }
      const pause = RECONNECT_MS.min + Math.random() * RECONNECT_MS.spread;
      await wait(pause, undefined, { signal: this.closing }).catch(() => undefined);
    }
  }
}
