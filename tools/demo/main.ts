import { ConfigError } from '#platform/config/config-error.ts';
import { compose } from '#server/app/compose.ts';
import { loadConfig } from '#server/app/config.ts';
import { DEMO_PASSWORD, emailOf, fillDemo } from './fill.ts';
import { PEOPLE } from './people.ts';
import { storeDemoPhotos } from './photos.ts';

/** `npm run demo` fills an empty database with people, missions and check-ins, and prints how to sign in. */
async function demo(): Promise<void> {
  // As in the server: only its own user may read photos and keys.
  process.umask(0o077);
  const config = loadConfig();
  const say = (line: string) => process.stdout.write(`${line}\n`);
  say('Preparing the database ...');
  const server = await compose(config, { report: say });
  try {
    const [row] = await server.db.rows('select 1 from users limit 1');
    if (row)
      throw new ConfigError(
        'This database already has accounts. The demo needs an empty one, for example with DATA_DIR=./demo-data npm run demo.',
      );
    say('Drawing the photos ...');
    const photos = await storeDemoPhotos(server);
    say('Adding people, missions and 120 days of check-ins ...');
    const { people, missions, checkins } = await fillDemo(server.db, photos, new Date());
    const accounts = PEOPLE.map((person) => `  ${emailOf(person).padEnd(22)} ${person.name}\n`).join('');
    process.stdout.write(
      `Filled with ${people} people, ${missions} missions and ${checkins} check-ins of 120 days.\n` +
        `Start the server with npm start and sign in at ${config.public_url} as one of\n${accounts}` +
        `each with the password ${DEMO_PASSWORD}\n`,
    );
  } finally {
    await server.stop();
  }
}

demo().catch((error: unknown) => {
  const known = error instanceof ConfigError || (error instanceof Error && error.name === 'EmbeddedError');
  console.error(known ? (error as Error).message : error);
  process.exit(1);
});
