/**
 * Loaded into a server under test before its own program (`node --import`): answers every message of the bench with
 * the processor time that the process has used so far, in microseconds.
 */
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
// The channel alone must not keep a server alive that has stopped.
process.channel?.unref();
