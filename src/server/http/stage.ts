/**
 * How far the stop of a process has come. While `serving` it is an ordinary one. `fading`: it still takes requests, but
 * each answer ends its connection, as another process takes over. `draining`: the same, and /ready answers 503, so that
 * a load balancer sends nothing more.
 */
export interface Stage {
  now: 'serving' | 'fading' | 'draining';
}
