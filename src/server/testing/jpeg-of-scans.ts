import sharp from 'sharp';

const SCAN = Buffer.from([0xff, 0xda]);

/**
 * Creates a progressive JPEG of one color with this number of scans. Each scan has a few bytes, and every decoder
 * accepts it.
 */
export async function jpegOfScans(scans: number, width = 64, height = 64): Promise<Buffer> {
  const picture = sharp({ create: { width, height, channels: 3, background: '#b5472f' } });
  const jpeg = await picture.jpeg({ progressive: true }).toBuffer();
  let count = 0;
  for (let at = jpeg.indexOf(SCAN); at !== -1; at = jpeg.indexOf(SCAN, at + 1)) count += 1;
  const end = jpeg.subarray(-2);
  const scan = Buffer.from(jpeg.subarray(jpeg.lastIndexOf(SCAN), -2));
  // Mark it as a first scan instead of a refinement. Decoders reject a second refinement of the same bits.
  scan[9] = 0;
  return Buffer.concat([jpeg.subarray(0, -2), ...Array<Buffer>(scans - count).fill(scan), end]);
}
