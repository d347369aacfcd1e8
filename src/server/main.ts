import './check-node.ts';
import { loadConfig } from './app/config.ts';
import { startServer } from './app/start.ts';
import { unusedSettings } from './app/unused-settings.ts';
import { runServer } from './run-server.ts';

await runServer({ name: 'Emberkin', unusedSettings, loadConfig, startServer });
