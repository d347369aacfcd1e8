/**
 * The rules of docs/architecture.md: what each folder may import. `npm run check` runs them with
 * scripts/import-rules.ts, which also checks that every file was read.
 */

/** The layers of the services, lowest first. A service may import its own layer and lower layers. */
const SERVICES = [
  ['media', 'settings', 'site', 'idempotency-keys'],
  ['profile'],
  ['auth', 'billing', 'push'],
  ['api-tokens'],
];

/** The layers of the server's features, lowest first. */
const FEATURES = [
  ['streaks', 'safety', 'sharing', 'api-docs'],
  ['notifications'],
  ['missions', 'webhooks'],
  ['completion'],
  ['members', 'invitations', 'checkins', 'insights', 'imports', 'account'],
  ['comments', 'reactions', 'reminders', 'checkin-keys'],
  ['dashboard'],
  ['admin', 'digest'],
];

const TESTS = String.raw`\.test\.tsx?$`;
/** The layers of the web's features, lowest first. */
const WEB_LAYERS = [
  [
    ...['site', 'push', 'billing', 'profile', 'settings', 'safety', 'reactions', 'streaks', 'members', 'notifications'],
    ...['completion', 'insights', 'imports', 'install', 'api-docs', 'api-tokens', 'webhooks'],
  ],
  ['auth', 'comments', 'reminders', 'checkin-keys'],
  ['checkins', 'invitations', 'account', 'admin'],
  ['missions', 'dashboard', 'frame', 'me'],
];

/** Tests, their helpers and development programs may import everything. */
const FREE = [TESTS, '^src/(server|domain)/testing/', '^tools/'];
const SERVICE = '^src/server/services/';
const FEATURE = '^src/server/features/';
const WEB_FEATURE = '^src/web/features/';

const SHARED = ['platform/(lib|contract|i18n)/', 'platform/register\\.ts$'];
const PARTS = [...SHARED, 'platform/(?!web/|backup/|doctor/)', 'domain/', 'messages/', 'server/language/'];
const BELOW_FEATURES = [
  ...PARTS,
  'contract/',
  'server/(schema|facts|life|pictures|mails|services)/',
  // Types of the app's dependencies and settings.
  'server/app/(deps|config)\\.ts$',
];

/** What the files in a folder of `src` may import from `src`. The platform and the product have separate entries. */
const MAY_IMPORT = {
  'platform/lib/': ['platform/lib/', 'platform/register\\.ts$'],
  'platform/(contract|i18n)/': SHARED,
  'platform/web/': [...SHARED, 'platform/web/'],
  'platform/(?!web/)': ['platform/(?!web/)'],
  'domain/': ['domain/', 'platform/lib/'],
  'messages/': ['messages/', 'platform/(lib|i18n)/'],
  'contract/': ['contract/', 'domain/', 'messages/', ...SHARED],
  'server/schema/': ['server/schema/', 'domain/'],
  'server/language/': [...PARTS],
  'server/(pictures|mails)/': [...PARTS, 'server/(pictures|mails)/'],
  'server/life/': [...PARTS, 'server/(life|schema)/'],
  'server/facts/': [...PARTS, 'server/(facts|schema)/'],
  'server/services/': BELOW_FEATURES,
  'server/features/': [...BELOW_FEATURES, 'server/features/'],
  'server/app/': [...BELOW_FEATURES, 'platform/backup/', 'server/(features|app)/'],
  'web/': [...SHARED, 'platform/web/', 'domain/', 'messages/', 'contract/', 'web/'],
};

const any = (names) => `(${names.join('|')})`;

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const boundaries = Object.entries(MAY_IMPORT).map(([folder, allowed]) =>
  forbid(
    `boundary-of-${folder.replaceAll(/[^a-z]+/g, '-').replace(/-$/, '')}`,
    'docs/architecture.md#where-things-go says what this folder may import.',
    { path: `^src/${folder}`, pathNot: FREE },
    { path: '^src/', pathNot: allowed.map((part) => `^src/${part}`) },
  ),
);

const upwards = (layers, features, side) =>
  layers
    .slice(0, -1)
    .map((layer, index) =>
      forbid(
        `no-upward-${side}-${layer[0]}`,
        'A feature or a service imports its own layer and those below it.',
        { path: `${features}${any(layer)}/`, pathNot: FREE },
        { path: `${features}${any(layers.slice(index + 1).flat())}/` },
      ),
    );

/** Requires imports of a feature to go through its public.ts or access.ts, and the feature to be in a layer. */
const rooms = (layers, folder, side) => [
  forbid(
    `${side}-doors`,
    'Others come in through a door: a public.ts or an access.ts.',
    { path: `${folder}([^/]+)/`, pathNot: FREE },
    { path: folder, pathNot: [`${folder}$1/`, '/(public|access)\\.ts$'] },
  ),
  forbid(
    `${side}-known`,
    'A new folder takes its place in a layer of this file.',
    { path: folder, pathNot: [...FREE, `${folder}${any(layers.flat())}/`] },
    {},
  ),
  ...upwards(layers, folder, side),
];

/** The layers of the web, lowest first. A layer may import itself and lower layers. */
const FLOORS = ['drawings', 'data', 'features', 'pages', 'app'];

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

    ...boundaries,
    ...rooms(SERVICES, SERVICE, 'service'),
    ...rooms(FEATURES, FEATURE, 'feature'),
    forbid(
      'features-through-doors-of-services',
      'A feature enters a service through a door.',
      { path: FEATURE, pathNot: FREE },
      { path: SERVICE, pathNot: '/(public|access)\\.ts$' },
    ),
    forbid(
      'shared-without-node',
      'This code also runs in the browser.',
      { path: '^src/(domain|contract|messages|web|platform/(lib|contract|i18n|web))/', pathNot: FREE },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      'product-without-tools',
      'The programs for development are no part of the product.',
      { path: '^src/', pathNot: FREE },
      { path: '^tools/' },
    ),
    forbid(
      'server-without-web',
      'They meet in the contract, and so do their tests.',
      { path: '^src/server/' },
      { path: '^src/(platform/)?web/' },
    ),
    forbid(
      'web-without-server',
      'They meet in the contract, and so do their tests.',
      { path: '^src/(platform/)?web/' },
      { path: '^src/server/' },
    ),
    forbid(
      'domain-without-packages',
      'The rules import no package.',
      { path: '^src/domain/', pathNot: FREE },
      { path: 'node_modules/' },
    ),
    forbid(
      'account-of-days',
      'What a life adds up to is computed from the life and the limits only, the same on the server and in the browser.',
      { path: '^src/domain/(standing|outcomes)\\.ts$' },
      { path: '^src/', pathNot: '^src/domain/(standing|outcomes|life|limits)\\.ts$' },
    ),
    forbid(
      'life-of-days',
      'A life is days: of the product it needs only the limits, and of the platform the zones and durations.',
      { path: '^src/domain/life\\.ts$' },
      { path: '^src/', pathNot: '^src/(domain/limits|platform/lib/(durations|zones))\\.ts$' },
    ),
    forbid(
      'contract-with-zod',
      'The contract imports zod and the library that creates its document.',
      { path: '^src/contract/', pathNot: TESTS },
      { path: 'node_modules/', pathNot: '(^|/)node_modules/zod(-openapi)?/' },
    ),
    forbid(
      'openapi-in-document',
      'The browser loads the contract and must not load what creates its document.',
      { path: '^src/', pathNot: '^src/contract/document/' },
      { path: '(^|/)node_modules/zod-openapi/' },
    ),
    forbid(
      'tests-on-one-side',
      'Tests of the rules and of the contract need neither the server nor the browser.',
      { path: '^src/(domain|contract)/' },
      { path: '^src/(server|web)/' },
    ),
    forbid(
      'reserved-names-on-server',
      'The table of look-alikes would make the app larger; only the server refuses names.',
      { path: '^src/web/', pathNot: TESTS },
      { path: '^src/domain/reserved-names\\.ts$', reachable: true },
    ),
    forbid(
      'app-below-start',
      'The app does not know how it is started.',
      { path: '^src/server/app/(app|compose)\\.ts$' },
      { path: '^src/(server/(app/start\\.ts|programs/)|platform/start/(start|run-server|program)\\.ts$)' },
    ),
    forbid(
      'testing-in-tests',
      'What only tests need does not reach the product.',
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
      'web-drawings-of-shapes',
      'A drawing is made from the shapes of the domain.',
      { path: '^src/web/drawings/', pathNot: TESTS },
      { path: '^src/(contract|web/data)/' },
    ),
  ],
  options: {
    // TypeScript 7 has no compiler API, so its parser and `tsConfig` are unavailable here. @swc/core reads the files,
    // including type imports, and "imports" of package.json resolves `#domain/*`.
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
