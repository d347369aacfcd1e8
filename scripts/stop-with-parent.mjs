import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 500;

/**
 * Shuts this process down gracefully after the npm that started it exited. npm exits at a SIGTERM without passing it
 * on. That would leave the server and its database running and the port in use.
 */
export function stopWithParent() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  // npm starts a shell that can stay between the two and outlive a killed npm.
  const starters = [parent, parentOf(parent)].filter((pid) => pid > 1);
  const timer = setInterval(() => {
    if (process.ppid === parent && starters.every(isRunning)) return;
    clearInterval(timer);
    // Emit instead of kill, because on Windows a sent signal ends the process immediately. During a build nobody
    // listens, and the process can be killed.
    if (!process.emit('SIGTERM', 'SIGTERM')) process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY_MS);
  timer.unref();
}

/** Returns another process's parent, or 0 if the system has no /proc. */
function parentOf(pid) {
  try {
    // The program's name is in parentheses and can contain spaces. The parent is the second field after it.
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
    // We must not signal another account's process, but it exists.
    return error.code === 'EPERM';
  }
}
