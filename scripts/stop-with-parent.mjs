import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 500;

/**
 * Stops this process gracefully once the npm that started it is gone. npm ends at a SIGTERM without passing it on,
 * which would leave the server and its database running and the port taken.
 */
export function stopWithParent() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  // npm starts a shell that may stay between the two, and that outlives an npm which is killed.
  const starters = [parent, parentOf(parent)].filter((pid) => pid > 1);
  const timer = setInterval(() => {
    if (process.ppid === parent && starters.every(isRunning)) return;
    clearInterval(timer);
    // Emitted rather than sent, as a signal that is sent on Windows ends the process at once. Nobody listens during a
    // build, which may end so.
    if (!process.emit('SIGTERM', 'SIGTERM')) process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY_MS);
  timer.unref();
}

/** The parent of another process, or 0 where the system has no /proc to ask. */
function parentOf(pid) {
  try {
    // The name of the program is in parentheses and may contain spaces; the parent is the second field after it.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[1]);
  } catch {
    return 0;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another account's process may not be signalled, but it is there.
    return error.code === 'EPERM';
  }
}
