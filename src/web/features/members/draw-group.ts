import { CREAM, FULL_MOON, INK, type Shape } from '#domain/fire-paths.ts';
import { firePicture } from '#domain/fire-picture.ts';
import { type Group, SCENE_WIDTH } from '#domain/fire-scene.ts';
import { isolate } from '#platform/i18n/isolate.ts';

/** Everything that the picture shows. */
export interface GroupPicture extends Group {
  /** Whether everyone is in. */
  readonly all: boolean;
  readonly title: string;
  readonly line: string;
  readonly day: string;
  readonly host: string;
  readonly direction: 'ltr' | 'rtl';
}

type Context = CanvasRenderingContext2D;

/** Sizes in pixels. */
export const PICTURE_SIZE = 1080;
const SCALE = PICTURE_SIZE / SCENE_WIDTH;
const SCENE_BOTTOM = 380 * SCALE;
const MARGIN = 60;
const TITLE = { size: 62, lines: 2, height: 68 } as const;
/** The baselines of the texts. The title's last line is at the first of them. */
const BASELINES = { title: 878, line: 948, foot: 1028 } as const;

/* The colors of the texts. */
const LILAC = '#D9C3DA';
const GOLD = '#FFD98F';

function drawShape(context: Context, { d, fill, stroke, width = 1, dashes = [], opacity = 1, transform }: Shape): void {
  const [x, y, scaleX, scaleY] = transform ?? [0, 0, 1, 1];
  context.setTransform(SCALE * scaleX, 0, 0, SCALE * scaleY, SCALE * x, SCALE * y);
  context.globalAlpha = opacity;
  const path = new Path2D(d);
  if (fill) {
    context.fillStyle = fill;
    context.fill(path);
  }
  if (stroke) {
    context.strokeStyle = stroke;
    context.lineWidth = width;
    context.setLineDash([...dashes]);
    context.stroke(path);
  }
}

/**
 * Breaks a text into lines no wider than `width`, between words if possible. A text that needs more than `count` lines
 * ends with `…`.
 */
export function breakLines(
  text: string,
  count: number,
  width: number,
  measure: (text: string) => number,
): readonly string[] {
  const lines: string[] = [];
  let rest = [...text.trim()];
  while (rest.length > 0) {
    const isLast = lines.length === count - 1;
    if (measure(rest.join('')) <= width) return [...lines, rest.join('')];
    let length = rest.length - 1;
    const end = isLast ? '…' : '';
    while (length > 1 && measure(`${rest.slice(0, length).join('').trimEnd()}${end}`) > width) length -= 1;
    if (isLast) return [...lines, `${rest.slice(0, length).join('').trimEnd()}…`];
    const space = rest.lastIndexOf(' ', length);
    if (space > 0) length = space;
    lines.push(rest.slice(0, length).join('').trimEnd());
    rest = [...rest.slice(length).join('').trimStart()];
  }
  return lines;
}

interface Fonts {
  readonly title: string;
  readonly line: string;
  readonly foot: string;
  readonly moon: string;
}

function fontsOf({ display, sans }: { display: string; sans: string }): Fonts {
  return {
    title: `800 ${TITLE.size}px ${display}`,
    line: `700 46px ${display}`,
    foot: `600 32px ${sans}`,
    moon: `800 ${26 * SCALE}px ${display}`,
  };
}

/** Draws the whole picture on a square canvas of `PICTURE_SIZE`. */
export function drawPicture(context: Context, picture: GroupPicture, fonts: Fonts): void {
  const { all, title, line, day, host, direction } = picture;
  const { shapes, more } = firePicture(picture, all);
  context.fillStyle = INK;
  context.fillRect(0, 0, PICTURE_SIZE, PICTURE_SIZE);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const shape of shapes) drawShape(context, shape);

  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalAlpha = 1;
  context.fillStyle = INK;
  context.fillRect(0, SCENE_BOTTOM, PICTURE_SIZE, PICTURE_SIZE - SCENE_BOTTOM);
  if (more > 0) {
    context.font = fonts.moon;
    context.textAlign = 'center';
    context.direction = 'ltr';
    context.fillText(`+${more}`, FULL_MOON.x * SCALE, (FULL_MOON.y + 9) * SCALE);
  }
  const width = PICTURE_SIZE - 2 * MARGIN;
  const measure = (text: string) => context.measureText(text).width;
  const [start, end] = direction === 'rtl' ? [PICTURE_SIZE - MARGIN, MARGIN] : [MARGIN, PICTURE_SIZE - MARGIN];
  const write = (text: string, x: number, y: number) => context.fillText(isolate(text, direction), x, y);
  context.direction = direction;
  context.textAlign = 'start';
  context.font = fonts.title;
  context.fillStyle = CREAM;
  const titles = breakLines(title, TITLE.lines, width, measure);
  for (const [at, text] of titles.entries())
    write(text, start, BASELINES.title - (titles.length - 1 - at) * TITLE.height);
  context.font = fonts.line;
  context.fillStyle = GOLD;
  for (const text of breakLines(line, 1, width, measure)) write(text, start, BASELINES.line);
  context.font = fonts.foot;
  context.fillStyle = LILAC;
  write(day, start, BASELINES.foot);
  context.textAlign = 'end';
  const room = width - measure(day) - MARGIN;
  for (const text of breakLines(host, 1, room, measure)) write(text, end, BASELINES.foot);
}

/** Draws the picture with the page's fonts. Returns null if the browser cannot. */
export async function drawGroup(picture: GroupPicture): Promise<File | null> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) return null;
  canvas.width = PICTURE_SIZE;
  canvas.height = PICTURE_SIZE;
  const sans = getComputedStyle(document.body).fontFamily;
  const fonts = fontsOf({ sans, display: `"Gabarito Variable", ${sans}` });
  const { title, line, day, host } = picture;
  // Offline, a font may be missing. The next one in the list is good enough.
  await Promise.allSettled([
    document.fonts.load(fonts.title, title),
    document.fonts.load(fonts.line, `${line}+0123456789`),
    document.fonts.load(fonts.foot, `${day}${host}`),
  ]);
  drawPicture(context, picture, fonts);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return blob && new File([blob], 'emberkin-group.png', { type: 'image/png' });
}
