/** A device as described by its browser. */
export interface PushTarget {
  readonly endpoint: string;
  /** Public key and secret of the browser, base64url. */
  readonly p256dh: string;
  readonly auth: string;
}

/** A stored device with its user. */
export interface PushDevice extends PushTarget {
  readonly id: string;
  readonly user_id: string;
}

/** A try at a stored device, whose timeouts in a row count. */
export interface PushTry {
  readonly device_id: string;
  readonly now: Date;
  /** 1 for the first try, which has less time at a server that a user chose. */
  readonly attempt: number;
}

/** Sends messages to browsers and apps through their push services (web-push.ts). */
export interface Push {
  /** What a browser subscribes with: an uncompressed P-256 point, base64url. */
  readonly public_key: string;
  /** Whether messages go to the endpoint: it is one of a known push service, or the operator allows it. */
  accepts(endpoint: string): boolean;
  /** Returns the seconds for which a device still rests, whose server gave no answer in time; 0 otherwise. */
  restSeconds(device_id: string, now: Date): number;
  /**
   * Takes a slot for a message to a device; what is returned gives it back. Null while too many are on their way to its
   * server, which may hang, to its user's devices or to itself; a known push service always has one.
   */
  reserve(device: Pick<PushDevice, 'id' | 'user_id' | 'endpoint'>): (() => void) | null;
  /**
   * Resolves when the service has accepted the message, which it stores up to `ttl_s` seconds (24 hours by default) for
   * a device that is off. Throws PushGone when the device no longer exists, its endpoint
   * is not accepted any more or its server was silent for a day, PushRefused when the refusal is permanent, any other error when trying again makes sense.
   */
  send(target: PushTarget, payload: string, ttl_s?: number, attempt?: PushTry): Promise<void>;
}

/** The subscription was revoked by its browser, never existed, or leads where no message may go. */
export class PushGone extends Error {}

/** The service refuses permanently. */
export class PushRefused extends Error {
  readonly permanent = true;
}
