/** A device as its browser describes it. */
export interface PushTarget {
  readonly endpoint: string;
  /** Public key and secret of the browser, base64url. */
  readonly p256dh: string;
  readonly auth: string;
}

/** Sends messages to browsers through their push services (push-web.ts). */
export interface Push {
  /** What a browser subscribes with: an uncompressed P-256 point, base64url. */
  readonly public_key: string;
  /**
   * Resolves when the service has taken the message, to keep it for `ttl_s` seconds for a device that is off; 24 hours
   * unless said. Throws PushGone for a device that is no more, PushRefused when trying again is useless, any other error when it is not.
   */
  send(target: PushTarget, payload: string, ttl_s?: number): Promise<void>;
}

/** The browser has taken its subscription back, or it never was one. */
export class PushGone extends Error {}

/** The service says no for good. */
export class PushRefused extends Error {
  readonly permanent = true;
}
