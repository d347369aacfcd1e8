import { outboxName } from './outbox-name.ts';

const lockName = (lane: string) => `${outboxName()}:${lane}`;

const locks: LockManager | undefined = globalThis.navigator?.locks;
const busyHere = new Set<string>();

/** Locks within this tab, for browsers without locks, such as on insecure pages. */
async function inLaneOfThisTab<T>(lane: string, act: () => Promise<T>): Promise<T | null> {
  if (busyHere.has(lane)) return null;
  busyHere.add(lane);
  try {
    return await act();
  } finally {
    busyHere.delete(lane);
  }
}

/** Runs `act` while no other tab of this browser is in the lane; returns null if one is. */
export async function inLane<T>(lane: string, act: () => Promise<T>): Promise<T | null> {
  if (!locks) return inLaneOfThisTab(lane, act);
  let entered = false;
  const enter = (lock: Lock | null) => {
    if (!lock) return null;
    entered = true;
    return act();
  };
  try {
    return await locks.request(lockName(lane), { ifAvailable: true }, enter);
  } catch (error) {
    if (entered) throw error;
    // A browser that forbids storage can forbid locks as well.
    return inLaneOfThisTab(lane, act);
  }
}
