// Runs before the first paint, so that no wrong theme flashes. The same rule as src/platform/web/lib/theme.ts.
(() => {
  let kept = null;
  try {
    kept = localStorage.getItem('theme');
  } catch {
    // Storage may be forbidden: then the system decides.
  }
  const dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  if (dark) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', '#1a1022');
})();
