import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, parseSync } from 'vite';

/**
 * Sonner writes its styles into a <style> element when it is imported, which `style-src 'self'` forbids. The call is
 * cut out; kit/toaster.tsx imports the same rules as a file.
 */
const sonnerWithoutStyleElement = (): Plugin => ({
  name: 'sonner-without-style-element',
  transform(code, id) {
    if (!/[\\/]sonner[\\/]dist[\\/]index\.mjs/.test(id)) return;
    const cut = code.replace(/^__insertCSS\(".*"\);?$/m, '');
    if (cut === code) this.error('sonner no longer inserts its styles where this plugin cuts them out');
    return { code: cut, map: null };
  },
});

/** A node of a syntax tree, with what is read of it here. */
interface Syntax {
  type: string;
  start: number;
  end: number;
  callee?: { name?: string };
  arguments?: (Syntax & { properties?: Syntax[] })[];
  key?: { type: string; name?: string };
  expression?: Syntax;
  id?: Syntax;
  init?: Syntax | null;
}

function* syntaxIn(tree: unknown): Generator<Syntax> {
  if (typeof tree !== 'object' || tree === null) return;
  if ('type' in tree) yield tree as Syntax;
  for (const part of Object.values(tree)) yield* syntaxIn(part);
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Makes edits of a text, without those inside of what another one cuts out. */
function edited(code: string, edits: readonly Edit[]): string {
  const isInside = ({ start, end }: Edit, cut: Edit) =>
    cut.start <= start && start < cut.end && end <= cut.end && end - start < cut.end - cut.start;
  return edits
    .filter((edit) => !edits.some((cut) => isInside(edit, cut)))
    .toSorted((a, b) => b.start - a.start || b.end - a.end)
    .reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), code);
}

const callsIn = (syntax: readonly Syntax[], names: readonly string[]) =>
  syntax.filter(({ type, callee }) => type === 'CallExpression' && names.includes(callee?.name ?? ''));
const propertiesIn = (endpoint: Syntax) => endpoint.arguments?.[0]?.properties ?? [];

/** Which argument of the calls that put a schema into words is the schema, or its shape; src/contract/describe.ts has all. */
const SCHEMA_AT: Readonly<Record<string, number>> = { described: 0, named: 2, namedObject: 2 };

/** What takes the words of the API's document out of a file of the contract: a schema is itself without them. */
const withoutWords = (syntax: readonly Syntax[]): Edit[] => [
  ...callsIn(syntax, Object.keys(SCHEMA_AT)).flatMap((call) => {
    const name = call.callee!.name!;
    const schema = call.arguments![SCHEMA_AT[name]!]!;
    const [before, after] = name === 'namedObject' ? ['/* @__PURE__ */ z.object(', ')'] : ['', ''];
    return [
      { start: call.start, end: schema.start, text: before },
      { start: schema.end, end: call.end, text: after },
    ];
  }),
  ...callsIn(syntax, ['endpoint'])
    .flatMap(propertiesIn)
    .filter(({ key }) => key?.name === 'summary')
    .map(({ start, end }) => ({ start, end, text: '...{}' })),
];

/** The parts of a file's sentences that a minifier leaves as they are, and that are long enough to be nobody else's. */
const sentencesIn = (code: string, edits: readonly Edit[]): string[] =>
  edits
    .flatMap(({ start, end }) => code.slice(start, end).split(/['"`\\]|\$\{|[^ -~]/))
    .filter((part) => /^[A-Z].{24}/.test(part) && part.split(' ').length > 4);

/** What the browser reads of an endpoint. It takes the answers of its own server as they come, without a schema. */
const READ_OF_ENDPOINTS = new Set<string | undefined>(['method', 'path', 'body']);

/**
 * Leaves out the rest of each endpoint, and the words of the document; the parameter that `endpoint()` adds to a path with an
 * id stays. A call in the contract has no effect but its
 * value, so that the schemas which nothing names any more go as well: to make them took the browser longer than a frame,
 * on every page. What would break one of these rules ends the build (docs/decisions/0067).
 */
const leanContract = (): Plugin => {
  let endpoints = 0;
  const sentences = new Set<string>();
  return {
    name: 'lean-contract',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    transform(code, id) {
      if (!/[\\/]src[\\/]contract[\\/][\w-]+\.ts$/.test(id)) return;
      const syntax = [...syntaxIn(this.parse(code))];
      if (
        syntax.some(({ type, expression }) => type === 'ExpressionStatement' && expression?.type === 'CallExpression')
      )
        this.error(`A call in ${id} is there for its effect, which the build for the browser would leave out.`);
      const declared = callsIn(syntax, ['endpoint']);
      endpoints += declared.length;
      const properties = declared.flatMap(propertiesIn);
      if (properties.some(({ type, key }) => type !== 'Property' || key?.type !== 'Identifier'))
        this.error(`An endpoint in ${id} has a field without a plain name, of which nothing tells whether it is read.`);
      const words = withoutWords(syntax);
      for (const sentence of sentencesIn(code, words)) sentences.add(sentence);
      const lean = edited(code, [
        ...words,
        // As a function that is called at once: the bundler drops it whole, with what a spread inside of it reads.
        ...syntax.flatMap(({ type, id, init }) =>
          type === 'VariableDeclarator' && id && init?.type === 'CallExpression'
            ? [
                { start: id.end, end: init.start, text: ' = /* @__PURE__ */ (() => ' },
                { start: init.end, end: init.end, text: ')()' },
              ]
            : [],
        ),
        ...properties
          .filter(({ start, key }) => !READ_OF_ENDPOINTS.has(key?.name) && !words.some((word) => word.start === start))
          .map(({ start, end }) => ({ start, end, text: '...{}' })),
        ...syntax
          .filter(({ type, callee }) => type === 'CallExpression' && !((callee?.name ?? '') in SCHEMA_AT))
          .map(({ start }) => ({ start, end: start, text: '/* @__PURE__ */ ' })),
      ]);
      return { code: lean, map: null };
    },
    buildEnd(error) {
      if (!error && (endpoints === 0 || sentences.size === 0))
        this.error('No endpoint and no sentence was found in src/contract.');
    },
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        const sentence = file.type === 'chunk' && [...sentences].find((one) => file.code.includes(one));
        if (sentence) this.error(`${file.fileName} has a sentence of the API's document: ${sentence}`);
      }
    },
  };
};

/** The two fonts of the first page are asked for together with the style sheet that names them, not after it. */
const preloadFonts = (): Plugin => ({
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => /(gabarito|figtree)-latin-wght-normal-.*\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
          injectTo: 'head' as const,
        })),
  },
});

/**
 * Changes with the wire, so that what a browser kept of an older one is not taken for the new. The words of the API's
 * document are no part of it.
 */
const wire = createHash('sha256');
for (const file of readdirSync('src/contract').sort())
  if (file.endsWith('.ts')) {
    const code = readFileSync(`src/contract/${file}`, 'utf8');
    wire.update(edited(code, withoutWords([...syntaxIn(parseSync(file, code).program)])));
  }

export default defineConfig({
  define: { __WIRE__: JSON.stringify(wire.digest('hex').slice(0, 12)) },
  plugins: [react(), tailwindcss(), sonnerWithoutStyleElement(), leanContract(), preloadFonts()],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: ['chrome111', 'firefox114', 'safari16.4'],
    manifest: true,
    // `font-src 'self'` and `img-src 'self'` know no data: addresses for fonts and icons.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The first script has loaded these when it loads another: it need not name them each time.
      resolveDependencies: (_, chunks, { hostType }) =>
        hostType === 'html' ? chunks : chunks.filter((chunk) => !/^assets[/]index-/.test(chunk)),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      // Of what a door of a feature leads to, a page gets the parts that it takes: nothing here is imported for an effect.
      treeshake: { moduleSideEffects: [{ test: /[\\/]src[\\/]web[\\/].*[.]tsx?$/, sideEffects: false }] },
      output: {
        // The first script names all others: shorter names make it smaller.
        // Those of texts say their language, as the service worker keeps English alone.
        chunkFileNames: ({ name, moduleIds }) => {
          const [, tag] = /messages[\\/]generated[\\/]([\w-]+)[\\/][\w-]+[.]json$/.exec(moduleIds.at(-1) ?? '') ?? [];
          return `assets/${tag ? `text-${tag}` : name.slice(0, 4)}-[hash:7].js`;
        },
        // Few files, which load side by side: what every page starts with, what the sign-in loads after its first paint,
        // the calls of the API, and what three files or more behind the sign-in share.
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], priority: 3 },
            { name: 'lib', test: /src[\\/](messages|web[\\/]lib)[\\/].*[.]tsx?$/, minShareCount: 2, priority: 2 },
            { name: 'wire', test: /src[\\/]contract[\\/]|node_modules[\\/]zod[\\/]/, minShareCount: 2, priority: 1 },
            {
              name: 'shared',
              test: /src[\\/](web|domain)[\\/]|node_modules[\\/](@tanstack|lucide-react)[\\/]/,
              minShareCount: 3,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/api', '/docs', '/media', '/share/'].map((path) => [path, `http://127.0.0.1:${process.env.PORT ?? 3000}`]),
    ),
  },
});
