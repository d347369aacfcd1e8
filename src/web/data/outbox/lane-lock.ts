/** The previous release held this one exclusive lock for everything it sent, and its tabs may still be open. */
const OLD_LOCK = 'emberkin-outbox';
const lockName = (lane: string) => `emberkin-outbox:${lane}`;

const locks: LockManager | undefined = globalThis.navigator?.locks;
const busyHere = new Set<string>();

/** For browsers without locks, such as those on an address that is not secure: one sender in each tab. */
async function inLaneOfThisTab<T>(lane: string, act: () => Promise<T>): Promise<T | null> {
  if (busyHere.has(lane)) return null;
  busyHere.add(lane);
  try {
    return await act();
  } finally {
    busyHere.delete(lane);
  }
}

/**
 * Runs `act` while no other tab of this browser is in the lane; null if one is, or if a tab of the previous release is
 * sending. The old lock is held in shared mode meanwhile, so that such a tab cannot take it.
 */
export async function inLane<T>(lane: string, act: () => Promise<T>): Promise<T | null> {
  if (!locks) return inLaneOfThisTab(lane, act);
  let entered = false;
  const enter = (lock: Lock | null) => {
    if (!lock) return null;
    entered = true;
    return act();
  };
  try {
    return await locks.request(OLD_LOCK, { mode: 'shared', ifAvailable: true }, (old) =>
      old ? locks.request(lockName(lane), { ifAvailable: true }, enter) : null,
    );
  } catch (error) {
    if (entered) throw error;
    // A browser that forbids storage may forbid locks as well.
    return inLaneOfThisTab(lane, act);
  }
}
