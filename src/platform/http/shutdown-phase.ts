/**
 * The phase of a process. While `draining` it accepts requests but ends their connections, and /ready returns 503 so
 * load balancers send nothing more.
 */
export interface ShutdownPhase {
  now: 'serving' | 'draining';
}
