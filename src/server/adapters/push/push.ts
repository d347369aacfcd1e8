/** A device as described by its browser. */
export interface PushTarget {
  readonly endpoint: string;
  /** Public key and secret of the browser, base64url. */
  readonly p256dh: string;
  readonly auth: string;
}

/** Sends messages to browsers and apps through their push services (web-push.ts). */
export interface Push {
  /** What a browser subscribes with: an uncompressed P-256 point, base64url. */
  readonly public_key: string;
  /** Whether messages go to the endpoint: it is one of a known push service, or the operator allows it. */
  accepts(endpoint: string): boolean;
  /**
   * Takes a slot for a message to the endpoint; what is returned gives it back. Null while too many are on their way to
   * its server, which may hang; a known push service always has one.
   */
  reserve(endpoint: string): (() => void) | null;
  /**
   * Resolves when the service has accepted the message, which it stores up to `ttl_s` seconds (24 hours by default) for
   * a device that is off. Throws PushGone when the device no longer exists or its endpoint is not accepted any more,
   * PushRefused when the refusal is permanent, any other error when trying again makes sense.
   */
  send(target: PushTarget, payload: string, ttl_s?: number): Promise<void>;
}

/** The subscription was revoked by its browser, never existed, or leads where no message may go. */
export class PushGone extends Error {}

/** The service refuses permanently. */
export class PushRefused extends Error {
  readonly permanent = true;
}
