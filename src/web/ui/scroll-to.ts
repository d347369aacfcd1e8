const MARK = ['outline-2', 'outline-offset-8', 'outline-dashed', 'outline-star'];
const MARK_MS = 2500;
/** The part of the window in whose middle something fits with room around it. */
const THUMB = 0.8;

/**
 * Scrolls to the element `id`, gives it the focus (it needs a tabIndex) and outlines it for a moment. False when it is
 * not on the page.
 */
export function scrollToElement(id: string, toPress = false): boolean {
  const target = document.getElementById(id);
  if (!target) return false;
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  // What is to be pressed comes to where a thumb is; what is to be read begins at the top.
  const within = target.offsetHeight < window.innerHeight * THUMB;
  target.scrollIntoView({ block: toPress && within ? 'center' : 'start', behavior: calm ? 'auto' : 'smooth' });
  target.focus({ preventScroll: true });
  target.classList.add(...MARK);
  setTimeout(() => target.classList.remove(...MARK), MARK_MS);
  return true;
}
