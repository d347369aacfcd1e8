// Runs before the first paint, so that no wrong theme flashes and no page turns around. The same rules as
// src/web/lib/theme.ts and src/web/lib/device-language.ts.
(() => {
  const root = document.documentElement;
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage may be forbidden: then the system and the browser decide.
      return null;
    }
  };
  const kept = read('theme');
  const dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  if (dark) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', '#1a1022');

  // Each as tag:direction, with a third part where only those have it who chose it.
  const known = (root.dataset.languages ?? '').split(' ').map((entry) => entry.split(':'));
  const scriptOf = (tag) => {
    try {
      const { language, script } = new Intl.Locale(tag).maximize();
      return language + script;
    } catch {
      return null;
    }
  };
  const complete = known.filter(([, , partial]) => !partial);
  const matched = () => {
    for (const wish of navigator.languages) {
      const script = scriptOf(wish);
      const found =
        complete.find(([tag]) => tag.toLowerCase() === wish.toLowerCase()) ??
        complete.find(([tag]) => script && scriptOf(tag) === script);
      if (found) return found;
    }
    return known[0];
  };
  if (root.dataset.languages) {
    const [tag, direction] = known.find(([tag]) => tag === read('language')) ?? matched();
    root.lang = tag;
    if (direction !== 'ltr') root.dir = direction;
  }
})();
