const partsOf = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** Converts to red, green and blue in linear light, each from 0 to 1. */
export const linearOf = (colour: string): number[] =>
  partsOf(colour).map((whole) => {
    const part = whole / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });

/** The relative luminance of a color, by WCAG 2. */
function luminance(colour: string): number {
  const [red, green, blue] = linearOf(colour);
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** Blends a color onto another with an opacity from 0 to 1. */
export function blend(colour: string, ground: string, opacity: number): string {
  const below = partsOf(ground);
  const mixed = partsOf(colour).map((part, at) => Math.round(part * opacity + below[at]! * (1 - opacity)));
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Computes the contrast of two colors such as `#ff8800`, from 1 to 21, by WCAG 2. */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}
