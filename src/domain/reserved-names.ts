import { tidyLine, UNSEEN } from '#platform/lib/text.ts';

/**
 * What looks like the letters of the reserved words, which are the only ones that need a row: the confusables of UTS 39
 * in their decomposed small form, where a capital counts for its small letter (`В` for `в`), and what it leaves out:
 * small capitals, letters in black circles and squares, and those of flags. Characters of scripts that are written from
 * right to left are escaped, since they would reorder the line. The whole table has 6,000 rows, and the packages that
 * contain it are unmaintained or have another purpose.
 */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'ɑαаᴀ⍺ꓮꭺᎪᗅ𐊠𖽀🅐🅰🇦',
  b: 'ƀƃƅɓʙβбвьѣҍᏼᑲᑳᖯᗷᲀᲇꓐꞵꮟ𐊂𐊡𐌁🅑🅱🇧',
  d: 'ðđƌɖɗԁᑯᗞᗪᴅ₫ꓒꓓꭰꮷ🅓🅳🇩',
  e: 'ɇεеҽҿᴇ℮⋿ⴹꓰꬲꭼ𐊆𑣆𑣎🅔🅴🇪',
  g: 'ƍɠɡɢցԍᏀᏳᶃꓖꮐ🅖🅶🇬',
  k: 'ƙκкқҟᛕᴋ₭ⱪⲕꓗꝁꮶ𐔘🅚🅺🇰',
  l: 'i1|ıłƚǀɨɩɪɫɭʟιіӏ\u05C0\u05D5\u05DF\u0627\u0661\u0673۱\u07CAᒪᛁᵻᵼ∣⍳⍸⏽│ⲓⳑⵏꓡꓲꙇꭵꮮ𐊊𐌉𐌠𐑃𐔦𑣃𑣒𖼖𖼨𝈪\u{1E8C7}🅘🅛🅸🅻🇮🇱',
  m: 'ɱμϻмӎᗰᛖᴍᵯ₥ⲙꓟꮇ𐊰𐌑𑜀𑣣🅜🅼🇲',
  n: 'ƞɲɳɴηνոռᵰⲛꓠ𐆎𐔓🅝🅽🇳',
  p: 'ƥρϱрᑭᏢᴘᵽ⍴ⲣꓑꮲ𐊕🅟🅿🇵',
  r: 'ɍɼɽʀгғᖇᴦᵲⲅꓣꭇꭈꭱꮁꮢ𐓜𖼵𝈖🅡🆁🇷',
  s: 'ƽʂѕտᵴꓢꜱꮥꮪ𐊖𐑈𑣁𖼺🅢🆂🇸',
  t: 'ŧƭʈτтҭᲄᲅᴛᵵ₮⊤⍡⟙ⱦⲧꓔꭲ𐊗𐊱𐌕𑣜𖼊🅣🆃🇹🝨',
  u: 'ʉʋυսሀᑌᴜᵾ∪⋃ꓴꞟꭎꭒꮜ𐓶𑣘𖽂🅤🆄🇺',
};

const letters = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
);

/** The line that makes an Arabic word longer; the word is the same without it. */
const LENGTHENING = /\u0640/g;

/** The text as it looks: two texts with the same skeleton can be taken for each other. */
const skeletonOf = (text: string): string =>
  Array.from(
    tidyLine(text.normalize('NFKD').replace(UNSEEN, '').replace(LENGTHENING, '')).toLowerCase(),
    (character) => letters.get(character) ?? character,
  )
    .join('')
    .replaceAll('m', 'rn');

/** The product's own name, and the name that deleted accounts carry: as it is stored, and as screens write it. */
const RESERVED = [
  'emberkin',
  'deleted user',
  'pengguna dipadam',
  '已删除的用户',
  '已删除用户',
  '\u0645\u0633\u062A\u062E\u062F\u0645 \u0645\u062D\u0630\u0648\u0641',
  '\u0627\u0644\u0645\u0633\u062A\u062E\u062F\u0645 \u0627\u0644\u0645\u062D\u0630\u0648\u0641',
].map(skeletonOf);

/** True for names that seem to speak for the product: those that hold a reserved word, or what looks like one, anywhere. */
export function isReservedName(name: string): boolean {
  const skeleton = skeletonOf(name);
  return RESERVED.some((word) => skeleton.includes(word));
}
