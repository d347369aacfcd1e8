import './check-node.ts';
import { runServer } from '#platform/start/run-server.ts';
import { loadConfig } from '../app/config.ts';
import { startServer } from '../app/start.ts';
import { unusedSettings } from '../app/unused-settings.ts';

await runServer({ name: 'Emberkin', unusedSettings, loadConfig, startServer });
