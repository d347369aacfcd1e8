import sharp, { type Sharp } from 'sharp';

/** Creates the image of fixtures/README.md: a pale band on top, below it red on the left and blue on the right. */
export function cornerPicture(width = 320, height = 200): Sharp {
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const color = y < height * 0.3 ? [255, 240, 220] : x < width / 2 ? [200, 40, 30] : [30, 60, 190];
      data.set(color, (y * width + x) * 3);
    }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** The corners of that image if it is upright. */
export const UPRIGHT = ['pale', 'pale', 'red', 'blue'];

/** Names the color near each corner, as a viewer displays the image, by the nearest of the three colors. */
export async function cornersOf(data: Buffer): Promise<string[]> {
  const { data: raw, info } = await sharp(data).raw().toBuffer({ resolveWithObject: true });
  const name = (x: number, y: number) => {
    const i = (y * info.width + x) * info.channels;
    const [r = 0, , b = 0] = raw.subarray(i, i + 3);
    return r > 150 && b > 150 ? 'pale' : r > b ? 'red' : 'blue';
  };
  const [right, bottom] = [info.width - 10, info.height - 10];
  return [name(10, 10), name(right, 10), name(10, bottom), name(right, bottom)];
}
