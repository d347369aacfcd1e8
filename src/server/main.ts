import { fileURLToPath } from 'node:url';
import { preventYoungGenerationGrowth } from './young-generation.ts';

preventYoungGenerationGrowth();
// Only now: a static import would load the program before its heap is limited.
const { runServer } = await import('./run-server.ts');
await runServer(fileURLToPath(import.meta.url));
