import closeWithGrace from 'close-with-grace';
import { ConfigError, loadConfig } from './config.ts';
import { startServer } from './start.ts';

/** The production start: reads the settings, starts everything, and stops it in order on SIGTERM. */
async function main(): Promise<void> {
  const server = await startServer(loadConfig(), 'listen');
  closeWithGrace({ delay: 15_000, logger: false }, async ({ err }) => {
    if (err) server.app.log.error({ err }, 'stopping after an unexpected error');
    await server.stop();
  });
}

/** One sentence for what a person can mend, the whole error for what is our own mistake. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof Error && 'code' in error) {
    if (error.code === 'EADDRINUSE' && 'port' in error)
      return `Port ${error.port} is already in use. Stop what listens there, or choose another with PORT=3001 npm start.`;
    if (error.code === 'EACCES' && 'port' in error)
      return `Port ${error.port} may not be used by this account. Choose one above 1024 with PORT.`;
  }
  return error instanceof Error && error.name === 'EmbeddedError'
    ? error.message
    : error instanceof Error
      ? (error.stack ?? error.message)
      : String(error);
}

main().catch((error: unknown) => {
  console.error(`Emberkin could not start. ${explain(error)}`);
  process.exit(1);
});
