const OUTLINE = ['outline-2', 'outline-offset-8', 'outline-dashed', 'outline-star'];
const OUTLINE_MS = 2500;
/** An element up to this share of the window's height is centered with some room around it. */
const CENTRED_HEIGHT_MAX = 0.8;

/**
 * Scrolls to the element `id`, focuses it and outlines it for a moment.
 *
 * The element needs a tabIndex. Returns false if it is not on the page.
 */
export function scrollToElement(id: string, toPress = false): boolean {
  const target = document.getElementById(id);
  if (!target) return false;
  const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  // A control is centered within a thumb's reach; a text starts at the top.
  const fits = target.offsetHeight < window.innerHeight * CENTRED_HEIGHT_MAX;
  target.scrollIntoView({ block: toPress && fits ? 'center' : 'start', behavior: reducedMotion ? 'auto' : 'smooth' });
  target.focus({ preventScroll: true });
  target.classList.add(...OUTLINE);
  setTimeout(() => target.classList.remove(...OUTLINE), OUTLINE_MS);
  return true;
}
