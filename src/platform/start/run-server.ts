import closeWithGrace from 'close-with-grace';
import type { PlatformConfig } from '#platform/config/config.ts';
import { ConfigError } from '#platform/config/config-error.ts';
import { type Env, readEnvFile } from '#platform/config/env.ts';
import { explainDiskError, type Folders } from './disk-errors.ts';
import { type RunningServer, say } from './start.ts';
import { stopLimit } from './stop.ts';

/** Returns one sentence for errors that the operator can fix, the stack for our bugs. */
function explain(error: unknown, config?: Folders): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigError || error.name === 'EmbeddedError') return error.message;
  if ('code' in error && 'port' in error) {
    if (error.code === 'EADDRINUSE')
      return `Port ${error.port} is already in use. Stop what listens there, or choose another: PORT=3001 npm start.`;
    if (error.code === 'EACCES')
      return `Port ${error.port} may not be used by this account. Choose one above 1024 with PORT.`;
  }
  return (config && explainDiskError(error, config)) ?? error.stack ?? error.message;
}

function refuse(name: string, error: unknown, config?: Folders): never {
  console.error(`${name} could not start. ${explain(error, config)}`);
  process.exit(1);
}

/** Signals that shut the server down gracefully. A terminal sends them to all processes, and npm forwards them. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** A second signal within this time belongs to the same stop; a later one forces the exit. */
const SAME_STOP_MS = 3000;

async function runUntilSignal<Config extends PlatformConfig>(
  config: Config,
  startServer: (config: Config) => Promise<RunningServer>,
): Promise<void> {
  let starting: Promise<RunningServer> | undefined;
  let stopping_at: number | null = null;
  const { close } = closeWithGrace(
    { delay: stopLimit(config), logger: false, skip: [...STOP_SIGNALS] },
    async ({ err }) => {
      stopping_at ??= performance.now();
      const server = await starting?.catch(() => undefined);
      if (err) server?.log.error({ err }, 'stopping after an unexpected error');
      await server?.stop();
    },
  );
  const onSignal = () => {
    if (stopping_at === null) close();
    else if (performance.now() - stopping_at >= SAME_STOP_MS) process.exit(1);
  };
  for (const signal of STOP_SIGNALS) process.on(signal, onSignal);
  starting = startServer(config);
  await starting;
}

interface ServerProgram<Config> {
  readonly name: string;
  unusedSettings(environment: Env, file: Env): string[];
  loadConfig(): Config;
  startServer(config: Config): Promise<RunningServer>;
}

/** Runs a product's server until a signal; exits with one sentence if it cannot start. */
export async function runServer<Config extends PlatformConfig>({
  name,
  unusedSettings,
  loadConfig,
  startServer,
}: ServerProgram<Config>): Promise<void> {
  // Before the first file: only the server's own user may read what it creates.
  process.umask(0o077);
  // The reader might have exited, or the disk might be full; an unhandled error would crash the server.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  let config: Config | undefined;
  try {
    // First, because a missing setting might be misspelled.
    for (const sentence of unusedSettings(process.env, readEnvFile())) say(sentence);
    config = loadConfig();
    await runUntilSignal(config, startServer);
  } catch (error) {
    refuse(name, error, config);
  }
}
