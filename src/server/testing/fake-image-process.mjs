import { basename } from 'node:path';

/**
 * Replaces the image process. The name of a picture's file decides the result. For `good`, it responds with its process
 * ID as the thumbhash. For `deadly`, it dies. It never responds to anything else, such as uploads with their random
 * names and share pictures.
 */
process.on('message', ({ path = '' }) => {
  const name = basename(path);
  if (name.startsWith('deadly')) process.exit(1);
  if (name.startsWith('good')) process.send({ result: { images: [], thumbhash: String(process.pid) } });
});
process.on('disconnect', () => process.exit());
