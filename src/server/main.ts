import closeWithGrace from 'close-with-grace';
import { loadConfig } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import { type RunningServer, startServer } from './start.ts';

// Before any file is written: only the server's own user may read what it creates.
process.umask(0o077);

// Whoever reads the output may be gone, or its disk full; an unheard error would end the server.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

/** One sentence for errors that the operator can fix, the whole error for bugs of ours. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigError || error.name === 'EmbeddedError') return error.message;
  if ('code' in error && 'port' in error) {
    if (error.code === 'EADDRINUSE')
      return `Port ${error.port} is already in use. Stop what listens there, or choose another: PORT=3001 npm start.`;
    if (error.code === 'EACCES')
      return `Port ${error.port} may not be used by this account. Choose one above 1024 with PORT.`;
  }
  return error.stack ?? error.message;
}

let starting: Promise<RunningServer> | undefined;

// Before the start, so that a signal during the start still stops the database in order.
closeWithGrace({ delay: 15_000, logger: false }, async ({ err }) => {
  const server = await starting?.catch(() => undefined);
  if (err) server?.app.log.error({ err }, 'stopping after an unexpected error');
  await server?.stop();
});

try {
  starting = startServer(loadConfig());
  await starting;
} catch (error) {
  console.error(`Emberkin could not start. ${explain(error)}`);
  process.exit(1);
}
