import { basename } from 'node:path';

/**
 * Stands in for the image process. The name of a picture's file decides what happens: one that begins with `good` is
 * answered, with the id of the process as its thumbhash, and at one that begins with `deadly` the process dies. Anything
 * else is never answered: uploads, whose names are random, and share pictures.
 */
process.on('message', ({ path = '' }) => {
  const name = basename(path);
  if (name.startsWith('deadly')) process.exit(1);
  if (name.startsWith('good')) process.send({ result: { images: [], thumbhash: String(process.pid) } });
});
process.on('disconnect', () => process.exit());
