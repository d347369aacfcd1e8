import { defineConfig } from 'vite';

/** Builds the script of the pages about the API, apart from the app: neither loads a file of the other. */
export default defineConfig({
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: 'dist/web',
    emptyOutDir: false,
    target: ['chrome111', 'firefox114', 'safari16.4'],
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: 'src/web/docs.ts',
      output: { format: 'es', entryFileNames: 'assets/docs-[hash].js', codeSplitting: false },
    },
  },
});
