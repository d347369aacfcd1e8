import closeWithGrace from 'close-with-grace';
import type { PlatformConfig } from '#platform/config/config.ts';
import { ConfigError } from '#platform/config/config-error.ts';
import { type Env, readEnvFile } from '#platform/config/env.ts';
import { explainDiskError, type Folders } from './disk-errors.ts';
import { type RunningServer, say } from './start.ts';
import { stopLimit } from './stop.ts';

/** One sentence for errors that the operator can fix, the whole error for bugs of ours. */
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

/** What ends the program in order. A terminal sends such a signal to all processes, and npm sends it on. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** A second signal within this time is the same stop; a later one is somebody who does not want to wait. */
const SAME_STOP_MS = 3000;

/** Starts the server and shuts it down gracefully at a signal, even one that arrives during the start. */
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

/** A server that runs until a signal. */
interface ServerProgram<Config> {
  /** The name of the product. */
  readonly name: string;
  /** Returns a sentence for each variable that probably should be a setting. */
  unusedSettings(environment: Env, file: Env): string[];
  loadConfig(): Config;
  startServer(config: Config): Promise<RunningServer>;
}

/** Runs the server program of a product; ends the process with one sentence if it cannot start. */
export async function runServer<Config extends PlatformConfig>({
  name,
  unusedSettings,
  loadConfig,
  startServer,
}: ServerProgram<Config>): Promise<void> {
  // Before any file is written: only the server's own user may read what it creates.
  process.umask(0o077);
  // The reader of the output may be gone, or its disk full; an unheard error would end the server.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  let config: Config | undefined;
  try {
    // Before anything is refused: a setting that is missing may be one that is misspelled.
    for (const sentence of unusedSettings(process.env, readEnvFile())) say(sentence);
    config = loadConfig();
    await runUntilSignal(config, startServer);
  } catch (error) {
    refuse(name, error, config);
  }
}
