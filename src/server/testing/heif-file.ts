/** Creates a box of a HEIF file. */
export function box(type: string, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

/** Encodes big-endian numbers of one width in bytes. */
export function numbers(width: 1 | 2 | 4, ...values: number[]): Buffer {
  const bytes = Buffer.alloc(width * values.length);
  for (const [at, value] of values.entries()) bytes.writeUIntBE(value, at * width, width);
  return bytes;
}

/** Copies the first box of a type from a file, at any position. */
export function copyBox(file: Buffer, type: string): Buffer {
  const at = file.indexOf(type, 'latin1') - 4;
  return file.subarray(at, at + file.readUInt32BE(at));
}

const VERSION_0 = numbers(4, 0);

/** Returns the property for a picture's size in pixels. */
export const sizeProperty = (width: number, height: number): Buffer =>
  box('ispe', VERSION_0, numbers(4, width, height));
/** Returns the property that rotates a picture counterclockwise by quarter turns. */
export const turnProperty = (quarters: number): Buffer => box('irot', numbers(1, quarters));
/** Returns the property for a picture's color profile. */
export const profileProperty = (profile: Buffer): Buffer => box('colr', 'prof', profile);

export interface HeifItem {
  readonly type: string;
  readonly data: Buffer;
  readonly properties?: readonly Buffer[];
  /** The number of the item that this one describes (`cdsc`). */
  readonly describes?: number;
  /** The numbers of the items that compose this one (`dimg`). */
  readonly tiles?: readonly number[];
}

/** Returns the picture of a HEIF file with one item: its data, and the box that its decoder needs. */
export const pictureOf = (file: Buffer, configuration: 'hvcC' | 'av1C') => ({
  data: copyBox(file, 'mdat').subarray(8),
  configuration: copyBox(file, configuration),
});

/** Creates a HEIF file of items, numbered from 1. */
export function heifFile(brand: 'heic' | 'avif', items: readonly HeifItem[], primary = 1): Buffer {
  const brands = box('ftyp', brand, numbers(4, 0), 'mif1', brand);
  const properties = items.flatMap((item) => item.properties ?? []);
  const associations = items.map(({ properties: own = [] }, i) =>
    Buffer.concat([
      numbers(2, i + 1),
      numbers(1, own.length),
      numbers(2, ...own.map((property) => properties.indexOf(property) + 1)),
    ]),
  );
  const references = items.flatMap(({ describes, tiles }, i) => [
    ...(describes === undefined ? [] : [box('cdsc', numbers(2, i + 1, 1, describes))]),
    ...(tiles === undefined ? [] : [box('dimg', numbers(2, i + 1, tiles.length, ...tiles))]),
  ]);
  const makeMeta = (first: number) => {
    let at = first;
    const places = items.map(({ data }, i) => {
      const place = Buffer.concat([numbers(2, i + 1, 0, 1), numbers(4, at, data.length)]);
      at += data.length;
      return place;
    });
    return box(
      'meta',
      VERSION_0,
      box('hdlr', VERSION_0, numbers(4, 0), 'pict', Buffer.alloc(13)),
      box('pitm', VERSION_0, numbers(2, primary)),
      box('iloc', VERSION_0, numbers(1, 0x44, 0), numbers(2, items.length), ...places),
      box(
        'iinf',
        VERSION_0,
        numbers(2, items.length),
        ...items.map(({ type }, i) => box('infe', numbers(4, 2 << 24), numbers(2, i + 1, 0), type, numbers(1, 0))),
      ),
      box('iprp', box('ipco', ...properties), box('ipma', numbers(4, 1), numbers(4, items.length), ...associations)),
      ...(references.length > 0 ? [box('iref', VERSION_0, ...references)] : []),
    );
  };
  const first = brands.length + makeMeta(0).length + 8;
  return Buffer.concat([brands, makeMeta(first), box('mdat', ...items.map(({ data }) => data))]);
}
