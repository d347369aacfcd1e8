export interface PushTarget {
  readonly endpoint: string;
  /** Public key and secret of the browser, base64url. */
  readonly p256dh: string;
  readonly auth: string;
}

export interface PushDevice extends PushTarget {
  readonly id: string;
  readonly user_id: string;
}

/** An attempt at a stored device; consecutive timeouts count. */
export interface PushTry {
  readonly device_id: string;
  readonly now: Date;
  /** 1 for the first attempt, which has a shorter timeout at a server that a user chose. */
  readonly attempt: number;
}

export interface Push {
  /** The key for subscriptions: an uncompressed P-256 point, base64url. */
  readonly public_key: string;
  accepts(endpoint: string): boolean;
  /** Returns the seconds for which a device backs off after timeouts, otherwise 0. */
  restSeconds(device_id: string, now: Date): number;
  /**
   * Reserves a slot for a message and returns a function that releases it. Returns null if the push server, the user or
   * the device has too many messages in flight. Known push services have no limit.
   */
  reserve(device: Pick<PushDevice, 'id' | 'user_id' | 'endpoint'>): (() => void) | null;
  /**
   * Resolves when the service has accepted the message, which it stores up to `ttl_s` seconds (24 hours by default).
   * Throws PushGone if the device was deleted, is no longer allowed, or has a server that was silent for a day. Throws
   * PushRefused for a permanent refusal, another error if a retry can succeed.
   */
  send(target: PushTarget, payload: string, ttl_s?: number, attempt?: PushTry): Promise<void>;
}

/** The browser revoked the subscription, it never existed, or its endpoint is not allowed. */
export class PushGone extends Error {}

/** A permanent refusal by the service. */
export class PushRefused extends Error {
  readonly permanent = true;
}
