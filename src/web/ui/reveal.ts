const MARK = ['outline-2', 'outline-offset-8', 'outline-dashed', 'outline-star'];
const MARK_MS = 2500;

/**
 * Scrolls to the element `id`, gives it the focus (it needs a tabIndex) and outlines it for a moment. False when it is
 * not on the page.
 */
export function reveal(id: string): boolean {
  const target = document.getElementById(id);
  if (!target) return false;
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  target.scrollIntoView({ block: 'start', behavior: calm ? 'auto' : 'smooth' });
  target.focus({ preventScroll: true });
  target.classList.add(...MARK);
  setTimeout(() => target.classList.remove(...MARK), MARK_MS);
  return true;
}
