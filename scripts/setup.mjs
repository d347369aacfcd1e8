/**
 * The entry of every npm script: `node scripts/setup.mjs <command> [arguments]`. It installs outdated packages, then
 * runs the command. On an older Node, it restarts itself with a newer Node. This file and its static imports must run
 * on Node 20.
 */
import { fileURLToPath } from 'node:url';
import { isNodeNewEnough, runWithNewerNode } from './node.mjs';
import { stopWithParent } from './stop-with-parent.mjs';

async function setUp([name, ...args]) {
  const { installPackages } = await import('./install.ts');
  const { refreshMessages } = await import('./messages.ts');
  const { COMMANDS } = await import('./commands.ts');
  const { SetupError } = await import('./processes.ts');
  try {
    if (!Object.hasOwn(COMMANDS, name ?? ''))
      throw new SetupError(`Use: node scripts/setup.mjs <${Object.keys(COMMANDS).join('|')}> [arguments]`);
    await installPackages();
    await refreshMessages();
    await COMMANDS[name](args);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

stopWithParent();
const args = process.argv.slice(2);
if (isNodeNewEnough()) await setUp(args);
else process.exitCode = await runWithNewerNode(fileURLToPath(import.meta.url), args);
