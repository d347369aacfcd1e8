/**
 * Loaded into a test server with `--import`: the parent process says how far this process's clock is ahead of the
 * machine's, at its start by CLOCK_AHEAD_MS and later by a message. Everything else is the server as it is built.
 */
const RealDate = Date;
let ahead = Number(process.env.CLOCK_AHEAD_MS ?? 0);

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + ahead);
    else super(...parts);
  }
  static now() {
    return RealDate.now() + ahead;
  }
};

process.on('message', (message) => {
  ahead = message.ahead_ms;
  process.send({ ahead_ms: ahead });
});
// The channel alone must not keep the process alive.
process.channel.unref();
