import { type CSSProperties, useEffect, useState } from 'react';
import { useMedia } from '#web/lib/use-media.ts';

/** Spec 9: 50 pieces, 3 s. */
const PIECES = 50;
const FALL_MS = 3000;
const CLOTHS = ['#F0532B', '#FFBC3B', '#0F8A6E', '#6BB8E8', '#F58EA6', '#FFE7C7'];

/** Scraps of felt, spread by the golden ratio so that no two festive moments need chance. */
const SCRAPS = Array.from({ length: PIECES }, (_, i): { place: number; style: CSSProperties } => {
  const width = 9 + (i % 4) * 3;
  return {
    place: i,
    style: {
      insetInlineStart: `${(i * 61.8) % 100}%`,
      width,
      height: i % 3 ? width * 1.6 : width,
      borderRadius: i % 3 ? 3 : '50%',
      background: CLOTHS[i % CLOTHS.length],
      '--dx': `${((i * 37) % 160) - 80}px`,
      '--spin': `${(i % 2 ? 1 : -1) * (360 + ((i * 53) % 540))}deg`,
      // The last one has fallen when the three seconds are over.
      '--d': `${(i % 10) * 0.05}s`,
      '--t': `${2 + (i % 5) * 0.13}s`,
    } as CSSProperties,
  };
});

/** Falls once and is gone; absent for those who asked for no motion, and for those who begin to use the keyboard. */
export function Confetti() {
  const calm = useMedia('(prefers-reduced-motion: reduce)');
  const [falling, setFalling] = useState(true);
  useEffect(() => {
    if (!falling) return;
    const end = () => setFalling(false);
    // Nothing may fall over the place where the focus is.
    const onKey = (event: KeyboardEvent) => event.key === 'Tab' && end();
    const timer = setTimeout(end, FALL_MS);
    document.addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', onKey);
    };
  }, [falling]);
  if (!falling || calm) return null;
  return (
    <div aria-hidden data-confetti className="pointer-events-none fixed inset-0 z-40 overflow-hidden">
      {SCRAPS.map(({ place, style }) => (
        <span key={place} className="confetti absolute top-0 block" style={style} />
      ))}
    </div>
  );
}
