import { type CSSProperties, useEffect, useState } from 'react';
import { useMedia } from '#platform/web/lib/use-media.ts';

const PIECE_COUNT = 50;
const FALL_MS = 3000;
const COLOURS = ['#F0532B', '#FFBC3B', '#0F8A6E', '#6BB8E8', '#F58EA6', '#FFE7C7'];

/** Spaced by the golden ratio instead of randomly, so pieces are even and always the same. */
const PIECES = Array.from({ length: PIECE_COUNT }, (_, i): { index: number; style: CSSProperties } => {
  const width = 9 + (i % 4) * 3;
  return {
    index: i,
    style: {
      insetInlineStart: `${(i * 61.8) % 100}%`,
      width,
      height: i % 3 ? width * 1.6 : width,
      borderRadius: i % 3 ? 3 : '50%',
      background: COLOURS[i % COLOURS.length],
      '--dx': `${((i * 37) % 160) - 80}px`,
      '--spin': `${(i % 2 ? 1 : -1) * (360 + ((i * 53) % 540))}deg`,
      // The last piece lands when the fall ends.
      '--d': `${(i % 10) * 0.05}s`,
      '--t': `${2 + (i % 5) * 0.13}s`,
    } as CSSProperties,
  };
});

/** Falls once, but not under reduced motion. Pressing Tab ends it. */
export function Confetti() {
  const reducedMotion = useMedia('(prefers-reduced-motion: reduce)');
  const [falling, setFalling] = useState(true);
  useEffect(() => {
    if (!falling) return;
    const end = () => setFalling(false);
    // Confetti must not cover the focused element.
    const onKey = (event: KeyboardEvent) => event.key === 'Tab' && end();
    const timer = setTimeout(end, FALL_MS);
    document.addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', onKey);
    };
  }, [falling]);
  if (!falling || reducedMotion) return null;
  return (
    <div aria-hidden data-confetti className="pointer-events-none fixed inset-0 z-40 overflow-hidden">
      {PIECES.map(({ index, style }) => (
        <span key={index} className="confetti absolute top-0 block" style={style} />
      ))}
    </div>
  );
}
