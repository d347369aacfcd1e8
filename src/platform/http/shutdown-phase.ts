/**
 * How far the stop of a process has come. While it is `draining`, it still takes requests, but each response ends its
 * connection, and /ready answers 503 so that a load balancer sends nothing more.
 */
export interface ShutdownPhase {
  now: 'serving' | 'draining';
}
