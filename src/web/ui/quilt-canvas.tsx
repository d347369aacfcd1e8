import { useEffect, useMemo, useRef, useState } from 'react';
import { drawQuilt, type Palette, type SquareColour, scaleClose, scaleWhole } from './quilt-drawing.ts';

/** How much of the window the picture takes at most, in height. */
const HEIGHT_SHARE = 0.6;
const HEIGHT_MAX = 640;

const COLOURS = ['card', 'sunk', 'line', 'ink', 'ink-2', 'star-ink'] as const;

interface QuiltCanvasProps {
  cloth: SquareColour;
  /** Everything at once, or near enough to read each day. */
  close: boolean;
  /** The number of the day that is in sight at first when near. */
  today: number;
  /** The picture in a sentence. */
  label: string;
}

function readPalette(element: HTMLElement): Palette {
  const style = getComputedStyle(element);
  return Object.fromEntries(COLOURS.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])) as Palette;
}

/** The width of an element's inside and the height that a picture in it may take, kept up to date. */
function useRoom(ref: React.RefObject<HTMLElement | null>): { width: number; height: number } {
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () =>
      setRoom({
        width: element.clientWidth,
        height: Math.min(HEIGHT_MAX, Math.round(window.innerHeight * HEIGHT_SHARE)),
      });
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    window.addEventListener('resize', measure);
    return () => {
      watch.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [ref]);
  return room;
}

/** Hundreds of rows by a year, drawn on one canvas that shows what is scrolled to; the keyboard scrolls it too. */
export function QuiltCanvas({ cloth, close, today, label }: QuiltCanvasProps) {
  const scroller = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height: most } = useRoom(scroller);
  const rows = cloth.rows.length;
  const scale = useMemo(
    () => (close ? scaleClose({ width }) : scaleWhole({ width, height: most }, rows, cloth.days)),
    [close, width, most, rows, cloth.days],
  );
  const inner = { width: Math.floor(scale.names + cloth.days * scale.cell), height: scale.head + rows * scale.row };
  const height = Math.min(most, inner.height);

  useEffect(() => {
    const element = scroller.current;
    const pen = canvas.current?.getContext('2d');
    if (!element || !pen || width === 0) return;
    let frame = 0;
    const draw = () => {
      frame = 0;
      const ratio = window.devicePixelRatio || 1;
      pen.canvas.width = Math.round(width * ratio);
      pen.canvas.height = Math.round(height * ratio);
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      const view = { left: element.scrollLeft, top: element.scrollTop, width, height };
      const font = getComputedStyle(element).fontFamily;
      drawQuilt(pen, cloth, { scale, view, palette: readPalette(element), font });
    };
    const ask = () => {
      frame ||= requestAnimationFrame(draw);
    };
    draw();
    element.addEventListener('scroll', ask, { passive: true });
    // The colours are those of the theme.
    const theme = new MutationObserver(ask);
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener('scroll', ask);
      theme.disconnect();
    };
  }, [cloth, scale, width, height]);

  useEffect(() => {
    const element = scroller.current;
    if (!element || !close || width === 0) return;
    element.scrollLeft = (today + 3) * scale.cell + scale.names - width;
  }, [close, today, scale, width]);

  return (
    <section
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to scroll by the keyboard too
      tabIndex={0}
      aria-label="The quilt, to be scrolled"
      className="relative overflow-auto overscroll-contain rounded-md"
      style={{ maxHeight: most || undefined }}
    >
      <div style={inner}>
        <canvas
          ref={canvas}
          role="img"
          aria-label={label}
          className="sticky start-0 top-0 block"
          style={{ width, height }}
        />
      </div>
    </section>
  );
}
