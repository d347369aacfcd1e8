// Runs before the first paint, so that no page turns around. The same rule as src/platform/web/lib/device-language.ts, over the
// languages that the build writes into the page: each as tag:direction, with a third part where only those have it who
// chose it.
(() => {
  const root = document.documentElement;
  const known = (root.dataset.languages ?? '').split(' ').map((entry) => entry.split(':'));
  const complete = known.filter(([, , partial]) => !partial);
  const scriptOf = (tag) => {
    try {
      const { language, script } = new Intl.Locale(tag).maximize();
      return `${language}-${script}`;
    } catch {
      return null;
    }
  };
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
  let kept = null;
  try {
    kept = localStorage.getItem('language');
  } catch {
    // Storage may be forbidden: then the browser decides.
  }
  const [tag, direction] = known.find(([tag]) => tag === kept) ?? matched();
  if (!tag) return;
  root.lang = tag;
  if (direction !== 'ltr') root.dir = direction;
})();
