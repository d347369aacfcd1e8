/**
 * Loaded into a test server with `--import`. The parent process sets how far this process's clock is ahead of the
 * machine's: with CLOCK_AHEAD_MS at its start and with messages later. Everything else is the built server.
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
// The channel must not keep the process alive.
process.channel.unref();
