import { spawn } from 'node:child_process';
import { createServer } from 'vite';
import { ROOT } from '#platform/start/root.ts';
import { loadConfig } from '#server/app/config.ts';

/**
 * Serves server and web app with reload on one address. Vite listens on PORT and forwards API requests to a server on
 * the next port, which restarts if one of its files changes.
 */
const config = loadConfig();
const apiPort = config.port + 1;
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'src/server/programs/main.ts'], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, PORT: String(apiPort), PUBLIC_URL: config.public_url },
});

const target = `http://127.0.0.1:${apiPort}`;
const vite = await createServer({
  server: {
    port: config.port,
    strictPort: true,
    host: config.host,
    proxy: { '/api': target, '/media': target, '/docs': target, '/health': target },
  },
});
await vite.listen();
process.stdout.write(`Emberkin in development:  ${config.public_url}\n`);

const stop = async () => {
  await vite.close();
  server.kill('SIGTERM');
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
server.once('exit', (code) => process.exit(code ?? 0));
