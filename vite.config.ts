import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * Removes the call with which Sonner writes its styles into a <style> element, which `style-src 'self'` forbids.
 * kit/toaster.tsx imports the same rules as a file.
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

/**
 * Makes the browser load the two fonts of the first page together with the style sheet that names them, not after it.
 */
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

/** Changes with the contract, so the app does not reuse a response that a browser stored under an older contract. */
const wire = createHash('sha256');
for (const folder of ['src/contract', 'src/platform/contract'])
  for (const file of readdirSync(folder).sort())
    if (file.endsWith('.ts')) wire.update(readFileSync(`${folder}/${file}`));

export default defineConfig({
  define: { __WIRE__: JSON.stringify(wire.digest('hex').slice(0, 12)) },
  plugins: [react(), tailwindcss(), sonnerWithoutStyleElement(), preloadFonts()],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: ['chrome111', 'firefox114', 'safari16.4'],
    manifest: true,
    // `font-src 'self'` and `img-src 'self'` do not allow data: URLs for fonts and icons.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The first script has already loaded these chunks, so later chunks need not list them.
      resolveDependencies: (_, chunks, { hostType }) =>
        hostType === 'html' ? chunks : chunks.filter((chunk) => !/^assets[/]index-/.test(chunk)),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      // A page only gets the parts of a feature's public module that it uses, because nothing here is imported for a
      // side effect.
      treeshake: {
        moduleSideEffects: [{ test: /[\\/]src[\\/](platform[\\/])?web[\\/].*[.]tsx?$/, sideEffects: false }],
        // Calls of the contract have no side effects.
        manualPureFunctions: ['endpoint', 'described', 'named', 'namedObject'],
      },
      output: {
        // The first script names all other scripts, so short names make it smaller. Text files name their language,
        // because the service worker only stores English.
        chunkFileNames: ({ name, moduleIds }) => {
          const [, tag] = /messages[\\/]generated[\\/]([\w-]+)[\\/][\w-]+[.]json$/.exec(moduleIds.at(-1) ?? '') ?? [];
          return `assets/${tag ? `text-${tag}` : name.slice(0, 4)}-[hash:7].js`;
        },
        // Few files, which load in parallel. They contain what every page starts with, what the sign-in loads after its first
        // paint, the API calls, and code that at least three files behind the sign-in share.
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], priority: 3 },
            {
              name: 'lib',
              test: /src[\\/](messages|(platform[\\/])?web[\\/]lib)[\\/].*[.]tsx?$/,
              minShareCount: 2,
              priority: 2,
            },
            { name: 'wire', test: /src[\\/]contract[\\/]|node_modules[\\/]zod[\\/]/, minShareCount: 2, priority: 1 },
            {
              name: 'shared',
              test: /src[\\/](web|domain|platform)[\\/]|node_modules[\\/](@tanstack|lucide-react)[\\/]/,
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
      ['/api', '/docs', '/help', '/media', '/share/'].map((path) => [
        path,
        `http://127.0.0.1:${process.env.PORT ?? 3000}`,
      ]),
    ),
  },
});
