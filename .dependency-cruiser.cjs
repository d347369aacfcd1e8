/**
 * Who may import whom: docs/architecture.md in the form of rules. `npm run check` runs them through
 * scripts/import-rules.ts, which also makes sure that every file was read.
 */

/** Server features from the ground up: one may import its own layer and those before it. */
const LAYERS = [
  ['streaks', 'safety', 'media', 'settings', 'sharing', 'site', 'idempotency-keys', 'api-docs'],
  ['profile'],
  ['auth', 'billing', 'push'],
  ['notifications', 'api-tokens'],
  ['missions', 'webhooks'],
  ['completion'],
  ['members', 'invitations', 'checkins', 'insights', 'account'],
  ['comments', 'reactions', 'reminders', 'checkin-keys'],
  ['dashboard'],
  ['admin', 'digest'],
];

const TESTS = String.raw`\.test\.tsx?$`;
/** The same for the features of the web. */
const WEB_LAYERS = [
  [
    ...['site', 'push', 'billing', 'profile', 'settings', 'safety', 'reactions', 'streaks', 'members', 'notifications'],
    ...['completion', 'insights', 'install', 'api-docs', 'api-tokens', 'webhooks'],
  ],
  ['auth', 'comments', 'reminders', 'checkin-keys'],
  ['checkins', 'invitations', 'account', 'admin'],
  ['missions', 'dashboard', 'frame', 'me'],
];

/** Tests and their ground, and the programs for development, may put features together as they need. */
const FREE = [TESTS, '^src/(server|domain)/testing/', '^tools/'];
/** What will run in the browser for any product; tests may use the product. */
const PLATFORM_WEB = '^src/(platform/web|web/lib|web/kit)/';
/** The drawings of the product among the images. */
const PICTURES = '^src/platform/images/(patch-svg|share-picture)\\.ts$';
const FEATURE = '^src/server/features/';
/** What puts the features together. */
const ABOVE_FEATURES = '^src/server/(app/(app|compose|jobs|authenticate|start)\\.ts$|programs/)';
const WEB_FEATURE = '^src/web/features/';
const any = (names) => `(${names.join('|')})`;

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const upwards = (layers, features, side) =>
  layers
    .slice(0, -1)
    .map((layer, index) =>
      forbid(
        `no-upward-${side}-feature-${layer[0]}`,
        'A feature imports its own layer and those below it.',
        { path: `${features}${any(layer)}/`, pathNot: FREE },
        { path: `${features}${any(layers.slice(index + 1).flat())}/` },
      ),
    );

/** The floors of the web from the ground up: one imports only itself and those before it. */
const FLOORS = ['lib', 'drawings', 'data', 'kit', 'features', 'pages', 'app'];

const aboveFloor = FLOORS.map((floor, index) =>
  forbid(
    `web-above-${floor}`,
    'A floor of the web imports only itself and those before it, and none an entry.',
    { path: `^src/web/${floor}/`, pathNot: TESTS },
    { path: [`^src/web/${any([...FLOORS.slice(index + 1), 'testing'])}/`, '^src/web/[^/]+[.]tsx?$'] },
  ),
);

module.exports = {
  forbidden: [
    forbid('no-circular', 'What imports itself by a detour cannot be read or moved alone.', {}, { circular: true }),
    forbid(
      'resolvable',
      'A misspelt import would escape every other rule.',
      {},
      { couldNotResolve: true, pathNot: ['^virtual:', '^node:'] },
    ),

    forbid(
      'domain-alone',
      'The rules import nothing.',
      { path: '^src/domain/', pathNot: FREE },
      { pathNot: '^src/(domain|platform/lib)/' },
    ),
    forbid(
      'domain-tests',
      'Tests of the rules need the rules and packages.',
      { path: '^src/domain/' },
      { path: '^src/(?!domain/|platform/lib/)' },
    ),
    forbid(
      'messages-below-all',
      'What people read in any language lies below all rooms and imports only its formatter.',
      { path: '^src/messages/', pathNot: TESTS },
      { pathNot: '^(src/messages|src/platform|node_modules/icu-minify)/' },
    ),
    forbid(
      'language-on-messages',
      'What chooses a catalogue and writes dates in its language is below all of the server.',
      { path: '^src/server/language/', pathNot: TESTS },
      { pathNot: '^src/(messages|platform|server/(language|http))/' },
    ),
    forbid(
      'contract-on-domain',
      'The wire is zod, the rules and the messages, and a library makes its document.',
      { path: '^src/contract/', pathNot: TESTS },
      { pathNot: ['^src/(contract|domain|messages|platform)/', '(^|/)node_modules/zod(-openapi)?/'] },
    ),
    forbid(
      'openapi-in-document',
      'The browser loads the contract and must not load what creates its document.',
      { path: '^src/', pathNot: '^src/contract/document/' },
      { path: '(^|/)node_modules/zod-openapi/' },
    ),
    forbid(
      'contract-tests',
      'Tests of the wire need neither side.',
      { path: '^src/contract/' },
      { path: '^src/(server|web)/' },
    ),
    forbid(
      'server-without-web',
      'They meet in the contract alone.',
      { path: '^src/server/' },
      { path: '^src/(platform/)?web/' },
    ),
    forbid(
      'reserved-names-on-server',
      'The table of look-alikes would make the app larger; the server alone refuses names.',
      { path: '^src/web/', pathNot: TESTS },
      { path: '^src/domain/reserved-names\\.ts$', reachable: true },
    ),
    forbid(
      'web-without-server',
      'They meet in the contract alone.',
      { path: '^src/(platform/)?web/' },
      { path: '^src/server/' },
    ),

    forbid(
      'platform-alone',
      'The platform runs any product: it imports itself and packages, and of the other folders what will move into it.',
      { path: '^src/platform/', pathNot: FREE },
      {
        path: '^src/',
        pathNot: [
          '^src/platform/',
          '^src/server/(http|db(?!/schema/)|jobs|live|backup|config|adapters)/',
          '^src/domain/(durations|email|csv|text|links|same-origin-path|zones|zone-offsets)\\.ts$',
        ],
      },
    ),
    forbid(
      'server-platform-alone',
      'These folders serve any product: its words are handed in or registered as types.',
      {
        path: '^src/server/(db|jobs|live|backup|config|adapters)/',
        pathNot: [...FREE, '^src/server/schema/', PICTURES],
      },
      {
        path: [
          '^src/(domain|contract|messages|web)/',
          '^src/server/(app|features|facts|language|mails)/',
          '^src/server/schema/',
          '^src/server/(programs/|require-access\\.ts$)',
        ],
        pathNot: [
          '^src/domain/(durations|email|csv|text|links|same-origin-path|zones|zone-offsets)\\.ts$',
          '^src/contract/(endpoint|describe)\\.ts$',
          '^src/messages/(translate|isolate|match|problem)\\.ts$',
        ],
      },
    ),
    forbid(
      'server-rooms',
      'http, db, adapters, jobs, live and backup serve the features or all of the server, and know none of them.',
      { path: '^src/server/(http|db|adapters|jobs|live|backup)/', pathNot: FREE },
      {
        path: ['^src/server/(features|facts)/', ABOVE_FEATURES],
      },
    ),
    forbid(
      'facts-below-features',
      'What several features read lies below all of them: SQL, and its rows in the words of the rules.',
      { path: '^src/server/facts/', pathNot: FREE },
      { pathNot: '^src/(domain|messages|platform|server/(facts|db|config|language))/' },
    ),
    forbid(
      'backup-alone',
      'A backup is made of tables and files, whatever features have put there; it is a job or a program.',
      { path: '^src/server/(features|http|db|adapters|jobs|live)/', pathNot: FREE },
      { path: '^src/platform/backup/' },
    ),
    forbid(
      'features-below-app',
      'The app registers features, never the other way round.',
      { path: FEATURE, pathNot: FREE },
      { path: ABOVE_FEATURES },
    ),
    forbid(
      'app-below-main',
      'The app does not know how it is started.',
      { path: '^src/server/app/(app|compose)\\.ts$' },
      { path: '^src/(server/(app/start\\.ts|programs/)|platform/start/(start|run-server|program)\\.ts$)' },
    ),
    forbid(
      'feature-doors',
      'Other features come in through a door: the public.ts or access.ts of the feature or of one of its rooms.',
      { path: `${FEATURE}([^/]+)/`, pathNot: FREE },
      { path: FEATURE, pathNot: [`${FEATURE}$1/`, '/(public|access)\\.ts$'] },
    ),
    forbid(
      'feature-known',
      'A new feature takes its place in a layer of this file.',
      { path: FEATURE, pathNot: [...FREE, `${FEATURE}${any(LAYERS.flat())}/`] },
      {},
    ),
    ...upwards(LAYERS, FEATURE, 'server'),
    forbid(
      'testing-in-tests',
      'What tests stand on does not reach the product.',
      { path: '^src/server/', pathNot: FREE },
      { path: '^src/server/testing/' },
    ),

    ...aboveFloor,
    ...upwards(WEB_LAYERS, WEB_FEATURE, 'web'),
    forbid(
      'web-feature-doors',
      'Other features come in through the one door, public.ts; pages and the app name the file that they show.',
      { path: `${WEB_FEATURE}([^/]+)/`, pathNot: TESTS },
      { path: WEB_FEATURE, pathNot: [`${WEB_FEATURE}$1/`, '/public\\.ts$'] },
    ),
    forbid(
      'web-doors-lead-in',
      'A door re-exports names of its feature or loads them when they are needed, and nothing else.',
      { path: `${WEB_FEATURE}([^/]+)/public\\.ts$` },
      { pathNot: [`${WEB_FEATURE}$1/`, '^src/platform/web/lib/lazy-part\\.ts$'] },
    ),
    forbid(
      'web-feature-known',
      'A new feature of the web takes its place in a layer of this file.',
      { path: WEB_FEATURE, pathNot: [TESTS, `${WEB_FEATURE}${any(WEB_LAYERS.flat())}/`] },
      {},
    ),
    forbid(
      'platform-web-for-any-app',
      'Transport, forms, buttons and the live stream serve any product; of the API they know endpoints as types.',
      { path: PLATFORM_WEB, pathNot: TESTS },
      {
        path: ['^src/(domain|contract)/', '^src/messages/generated/', '^src/web/(?!lib/|kit/)'],
        pathNot: '^src/contract/endpoint\\.ts$',
      },
    ),
    forbid(
      'web-drawings-of-shapes',
      'A drawing is made from the shapes of the domain.',
      { path: '^src/web/drawings/', pathNot: TESTS },
      { path: '^src/(contract|web/data)/' },
    ),
  ],
  options: {
    // TypeScript 7 has no compiler API, so neither its parser nor `tsConfig` can be used here: @swc/core reads the
    // files, type imports included, and `#domain/*` is resolved by "imports" of package.json.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.d.ts'],
    },
  },
};
