import { tidyLine, UNSEEN } from '#platform/lib/text.ts';

/**
 * Look-alikes of the letters in the reserved words. They are the UTS 39 confusables in decomposed lower case, plus some
 * that it omits: small capitals, and letters in circles, squares and flags. Right-to-left characters are escaped
 * because they would reorder the line. The full table has 6,000 rows, and the packages that contain it are unmaintained
 * or have another purpose.
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

/** The Arabic tatweel, which stretches a word without changing it. */
const LENGTHENING = /\u0640/g;

/** Reduces a text to its appearance: texts with the same skeleton can be confused. */
const skeletonOf = (text: string): string =>
  Array.from(
    tidyLine(text.normalize('NFKD').replace(UNSEEN, '').replace(LENGTHENING, '')).toLowerCase(),
    (character) => letters.get(character) ?? character,
  )
    .join('')
    .replaceAll('m', 'rn');

/** The product's name, and the name of deleted accounts in the database and on screens. */
const RESERVED = [
  'emberkin',
  'deleted user',
  'pengguna dipadam',
  '已删除的用户',
  '已删除用户',
  '\u0645\u0633\u062A\u062E\u062F\u0645 \u0645\u062D\u0630\u0648\u0641',
  '\u0627\u0644\u0645\u0633\u062A\u062E\u062F\u0645 \u0627\u0644\u0645\u062D\u0630\u0648\u0641',
].map(skeletonOf);

/** Returns true for a name that contains a reserved word or a look-alike of one. */
export function isReservedName(name: string): boolean {
  const skeleton = skeletonOf(name);
  return RESERVED.some((word) => skeleton.includes(word));
}
