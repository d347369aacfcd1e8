import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * Sonner writes its styles into a <style> element when it is imported, which `style-src 'self'` forbids. The call is
 * cut out; ui/toaster.tsx imports the same rules as a file.
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

export default defineConfig({
  plugins: [react(), tailwindcss(), sonnerWithoutStyleElement(), preloadFonts()],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: ['chrome111', 'firefox114', 'safari16.4'],
    manifest: true,
    // `font-src 'self'` and `img-src 'self'` know no data: addresses for fonts and icons.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': `http://127.0.0.1:${process.env['PORT'] ?? 3000}` },
  },
});
