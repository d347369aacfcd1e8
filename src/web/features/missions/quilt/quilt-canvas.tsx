import { useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '#platform/web/kit/button.tsx';
import { isMirrored, scrolledBy, scrollFromStart } from '#platform/web/lib/direction.ts';
import { useT } from '#platform/web/lib/language.ts';
import { drawQuilt, type Palette, type QuiltData, type Scale, scaleToFit, scaleToRead } from './quilt-drawing.ts';

/** The maximum share of the window's height. */
const HEIGHT_SHARE = 0.6;
const HEIGHT_MAX = 640;

const COLOURS = ['card', 'ink', 'sunk', 'line', 'line-strong', 'ink-2', 'star-ink', 'hem'] as const;

interface QuiltCanvasProps {
  quilt: QuiltData;
  /** The size of the quilt as text. */
  size: string;
  /** The day number to show first when zoomed in. */
  today: number;
  label: string;
}

function readPalette(element: HTMLElement): Palette {
  const style = getComputedStyle(element);
  return Object.fromEntries(COLOURS.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])) as Palette;
}

function useAvailableSize(ref: React.RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () =>
      setSize({
        width: element.clientWidth,
        height: Math.min(HEIGHT_MAX, Math.round(window.innerHeight * HEIGHT_SHARE)),
      });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [ref]);
  return size;
}

interface Drawing {
  quilt: QuiltData;
  scale: Scale;
  width: number;
  height: number;
}

function useDrawnQuilt(
  scroller: React.RefObject<HTMLElement | null>,
  canvas: React.RefObject<HTMLCanvasElement | null>,
  { quilt, scale, width, height }: Drawing,
): void {
  useEffect(() => {
    const element = scroller.current;
    const context = canvas.current?.getContext('2d');
    if (!element || !context || width === 0) return;
    let frame = 0;
    const draw = () => {
      frame = 0;
      const ratio = window.devicePixelRatio || 1;
      context.canvas.width = Math.round(width * ratio);
      context.canvas.height = Math.round(height * ratio);
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      const view = { start: scrolledBy(element), top: element.scrollTop, width, height, mirrored: isMirrored(element) };
      const font = getComputedStyle(element).fontFamily;
      drawQuilt(context, quilt, { scale, view, palette: readPalette(element), font });
    };
    const requestDraw = () => {
      frame ||= requestAnimationFrame(draw);
    };
    draw();
    element.addEventListener('scroll', requestDraw, { passive: true });
    // The theme sets the colors, the language the direction.
    const theme = new MutationObserver(requestDraw);
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'dir'] });
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener('scroll', requestDraw);
      theme.disconnect();
    };
  }, [scroller, canvas, quilt, scale, width, height]);
}

/** A canvas the size of the view, because a quilt can have hundreds of rows and a year of days. */
export function QuiltCanvas({ quilt, size, today, label }: QuiltCanvasProps) {
  const t = useT();
  // Zoomed in, each day is readable; zoomed out, everything fits.
  const [zoomedIn, setZoomedIn] = useState(true);
  const scroller = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height: maxHeight } = useAvailableSize(scroller);
  const rows = quilt.rows.length;
  const scale = useMemo(
    () => (zoomedIn ? scaleToRead({ width }) : scaleToFit({ width, height: maxHeight }, rows, quilt.days)),
    [zoomedIn, width, maxHeight, rows, quilt.days],
  );
  const read = scaleToRead({ width });
  const isWider = width > 0 && read.names + quilt.days * read.cell > width;
  const inner = { width: Math.floor(scale.names + quilt.days * scale.cell), height: scale.head + rows * scale.row };
  const height = Math.min(maxHeight, inner.height);
  useDrawnQuilt(scroller, canvas, { quilt, scale, width, height });

  useEffect(() => {
    const element = scroller.current;
    if (!element || !zoomedIn || width === 0) return;
    scrollFromStart(element, (today + 3) * scale.cell + scale.names - width);
  }, [zoomedIn, today, scale, width]);

  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-2">{size}</p>
        {isWider && (
          <Button kind="quiet" size="sm" onClick={() => setZoomedIn(!zoomedIn)}>
            {zoomedIn ? t('app.missions.quilt.fit') : t('app.missions.quilt.each_day')}
          </Button>
        )}
      </div>
      <section
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={t('app.missions.quilt.scroll')}
        className="relative overflow-auto overscroll-contain rounded-md"
        style={{ maxHeight: maxHeight || undefined }}
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
    </>
  );
}
