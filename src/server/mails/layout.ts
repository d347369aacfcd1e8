import { toGreetingName } from '#domain/greeting-name.ts';
import { withoutLinks } from '#domain/links.ts';
import { isolate } from '#platform/i18n/isolate.ts';
import type { Translate } from '#platform/i18n/translate.ts';
import { escapeHtml } from '#platform/lib/html.ts';
import type { MailContent, MailPicture } from '#platform/mail/mail.ts';
import { type LegalUrls, legalLinks } from './legal-links.ts';

/** A paragraph, a heading with a line of small facts, a quote with its author, or a picture. */
type MailBlock =
  | string
  | { readonly heading: string; readonly facts: string }
  | { readonly quote: string; readonly by: string }
  | MailFigure;

/**
 * A picture inside the email, with its displayed size in pixels. `alt` describes it completely. The text part omits it,
 * so the other blocks must say the same.
 */
interface MailFigure {
  readonly src: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
}

/** The contents of an email. Every string is plain text and escaped here, so no name can inject markup. */
export interface MailParts {
  /** The same as `title` by default. */
  readonly subject?: string;
  /** The heading on the night sky. */
  readonly title: string;
  /** A round picture above the heading. `alt` appears if pictures are off. */
  readonly picture?: { readonly src: string; readonly alt: string };
  /** The line next to the subject in an inbox. */
  readonly preheader: string;
  /** The blocks from the greeting on. */
  readonly body: readonly MailBlock[];
  readonly action: { readonly label: string; readonly url: string };
  /**
   * Small print below the card: why the reader receives this email, and what to do about a mistake. A link has its own
   * label.
   */
  readonly footer: readonly (string | { readonly label: string; readonly url: string })[];
  /** Pictures that other pictures refer to as `cid:<cid>`. */
  readonly pictures?: readonly MailPicture[];
}

/**
 * Characters that change the direction of the text after them. In a name, they would distort the sentence around it.
 */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;
/** Removes the characters that change the direction from a user's text, so our sentences can contain it. */
export const unturned = (text: string): string => text.replace(TURNING, '');
/** Returns the first line of an email, which greets the account's user by name. */
export const greet = (t: Translate, name: string): string =>
  t('server.mails.common.hi_name', { name: unturned(toGreetingName(name)) });
/** Makes a user's text safe for readers who did not ask for it: without links and without changes of direction. */
export const harmless = (t: Translate, text: string): string =>
  withoutLinks(unturned(text), t('server.mails.layout.link'));

/** The styles of an email that depend on its language. */
interface Setting {
  readonly t: Translate;
  readonly display: string;
  readonly text: string;
  /** The line heights of headings, relative to the font size. */
  readonly heading_height: number;
  readonly section_height: number;
  /** The corners of a quote. The small corner is where the line starts. */
  readonly quote_corners: string;
  /** The direction as an attribute. Some mail programs drop the attributes of `<html>`. */
  readonly page_direction: string;
  /** The direction of a displayed URL as an attribute. */
  readonly link_direction: string;
}

const LEFT_TO_RIGHT = {
  display: "Gabarito,'Trebuchet MS','Segoe UI',Arial,sans-serif",
  text: "Figtree,'Segoe UI',Helvetica,Arial,sans-serif",
  heading_height: 1.16,
  section_height: 1.25,
  quote_corners: '4px 14px 14px 14px',
  page_direction: '',
  link_direction: '',
};
const ARABIC = "'Segoe UI',Tahoma,Arial,sans-serif";
const RIGHT_TO_LEFT = {
  display: ARABIC,
  text: ARABIC,
  heading_height: 1.3,
  section_height: 1.3,
  quote_corners: '14px 4px 14px 14px',
  page_direction: ' dir="rtl"',
  link_direction: ' dir="ltr"',
};

const settingOf = (t: Translate): Setting => ({
  t,
  ...(t.language.direction === 'rtl' ? RIGHT_TO_LEFT : LEFT_TO_RIGHT),
});

/** Isolates a text whose direction can differ from the email's. */
const alone = ({ t }: Setting, text: string) => isolate(text, t.language.direction);

// Inline styles serve mail programs that strip this block. This block serves narrow screens and dark mode.
const STYLE = `
  body { margin: 0; padding: 0; background: #FBF3EC; -webkit-text-size-adjust: 100%; }
  @media (max-width: 640px) {
    .wrap { padding: 12px 8px 28px !important; }
    .pad { padding-left: 24px !important; padding-right: 24px !important; }
    .h1 { font-size: 27px !important; }
  }
  @media (prefers-color-scheme: dark) {
    body, .bg { background: #1A1022 !important; }
    .card { background: #261832 !important; }
    .night { background: #382048 !important; }
    .note { background: #120A19 !important; }
    .ink { color: #FBEFE6 !important; }
    .ink2 { color: #C4AFC9 !important; }
    .seam { border-color: #5A4468 !important; }
    a.plain { color: #FF9A76 !important; }
  }`;

const table = (attributes: string, rows: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" ${attributes}>${rows}</table>`;

const paragraph = (of: Setting, text: string) =>
  `<p class="ink" style="margin:0 0 16px;font:400 17px/1.55 ${of.text};color:#2C1838;word-break:break-word">${escapeHtml(text)}</p>`;

const section = (of: Setting, title: string, facts: string) =>
  `<h2 class="ink" style="margin:0 0 6px;font:800 22px/${of.section_height} ${of.display};color:#2C1838;word-break:break-word">${escapeHtml(alone(of, title))}</h2>
    <p class="ink2" style="margin:0 0 20px;font:400 16px/1.5 ${of.text};color:#64506B">${escapeHtml(facts)}</p>`;

const quoted = (of: Setting, text: string) => text.split(/\r\n|\r|\n/).map((line) => alone(of, line));

const quote = (of: Setting, text: string, by: string) =>
  table(
    'width="100%"',
    `<tr><td class="note" style="background:#F4E6DB;border-radius:${of.quote_corners};padding:15px 18px">
      <p class="ink" style="margin:0;font:400 17px/1.55 ${of.text};color:#2C1838;word-break:break-word">${quoted(of, text).map(escapeHtml).join('<br>')}</p>
      <p class="ink2" style="margin:8px 0 0;font:600 14px/1.4 ${of.text};color:#64506B;word-break:break-word">${escapeHtml(alone(of, by))}</p>
    </td></tr>`,
  );

const figure = (of: Setting, { src, alt, width, height }: MailFigure) =>
  `<p style="margin:0 0 22px;text-align:center"><img src="${escapeHtml(src)}" width="${width}" height="${height}" alt="${escapeHtml(alt)}" style="display:inline-block;border:0;width:100%;max-width:${width}px;height:auto;font:400 14px/1.4 ${of.text};color:#64506B"></p>`;

function block(of: Setting, part: MailBlock): string {
  if (typeof part === 'string') return paragraph(of, part);
  if ('src' in part) return figure(of, part);
  return 'quote' in part ? quote(of, part.quote, part.by) : section(of, part.heading, part.facts);
}

/** Returns a block as plain text. Each line of a quote is marked, so it cannot pass for our own text. */
function blockText(of: Setting, part: MailBlock): string[] {
  if (typeof part === 'string') return [part];
  if ('src' in part) return [];
  if ('heading' in part) return [`${alone(of, part.heading)}\n${part.facts}`];
  const marked = quoted(of, part.quote).map((line) => `> ${line}`.trimEnd());
  return [`${of.t('server.mails.layout.wrote', { name: part.by })}\n${marked.join('\n')}`];
}

const picture = (of: Setting, { src, alt }: { src: string; alt: string }) =>
  `<img src="${escapeHtml(src)}" width="132" height="132" alt="${escapeHtml(alt)}" style="display:block;border:0;width:132px;height:132px;margin:0 0 22px;font:400 14px/1.4 ${of.text};color:#D9C3DA">`;

const heading = (of: Setting, title: string, above: string) =>
  `<tr><td class="night" style="background:#2C1838;border-radius:26px 26px 0 0;padding:8px 8px 0">${table(
    'width="100%" style="border:2px dashed #7D5A36;border-bottom:0;border-radius:20px 20px 0 0"',
    `<tr><td class="pad" align="center" style="padding:28px 40px 36px">
      <p style="margin:0 0 20px;font:800 21px/1 ${of.display};color:#FFBC3B">emberkin</p>
      ${above}
      <h1 class="h1" style="margin:0;font:800 31px/${of.heading_height} ${of.display};color:#FFF3E6;text-wrap:balance;word-break:break-word">${escapeHtml(title)}</h1>
    </td></tr>`,
  )}</td></tr>`;

const button = (of: Setting, label: string, href: string) =>
  table(
    'width="100%" style="margin-top:26px"',
    `<tr><td align="center" style="border-radius:14px;background:#BE3511;border-bottom:4px solid #8A260C">
      <a href="${href}" style="display:block;padding:16px 28px;font:700 17px/1.2 ${of.text};color:#FFFFFF;text-decoration:none">${escapeHtml(label)}</a>
    </td></tr>`,
  );

const fallback = (of: Setting, href: string) =>
  `<p class="ink2 seam" style="margin:24px 0 0;padding-top:20px;border-top:2px dashed #E6D2C5;font:400 14px/1.6 ${of.text};color:#64506B">${escapeHtml(of.t('server.mails.layout.button'))}<br>
    <a class="plain"${of.link_direction} href="${href}" style="color:#BE3511;font-size:13px;word-break:break-all">${href}</a></p>`;

type SmallPrint = MailParts['footer'][number];

const smallHtml = (part: SmallPrint) =>
  typeof part === 'string'
    ? escapeHtml(part)
    : `<a class="plain" href="${escapeHtml(part.url)}" style="color:#BE3511">${escapeHtml(part.label)}</a>`;

const smallText = (part: SmallPrint) => (typeof part === 'string' ? part : `${part.label}: ${part.url}`);

function page(of: Setting, parts: MailParts, smallPrint: readonly SmallPrint[]): string {
  const { title, picture: shown, preheader, body, action } = parts;
  const { tag, direction } = of.t.language;
  const href = escapeHtml(action.url);
  const small = smallPrint.map(smallHtml).join('<br>');
  const card = `<tr><td class="card pad" style="background:#FFFBF7;border-radius:0 0 26px 26px;padding:32px 48px 36px">
    ${body.map((part) => block(of, part)).join('\n    ')}
    ${button(of, action.label, href)}
    ${fallback(of, href)}
  </td></tr>`;
  const below = `<tr><td class="pad" align="center" style="padding:22px 40px 0"><p class="ink2" style="margin:0;font:400 13px/1.6 ${of.text};color:#64506B;word-break:break-word">${small}</p></td></tr>`;
  const sheet = table(
    'width="600" style="width:100%;max-width:600px"',
    heading(of, title, shown ? picture(of, shown) : '') + card + below,
  );
  return `<!doctype html>
<html lang="${tag}" dir="${direction}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${STYLE}
</style>
</head>
<body class="bg" style="margin:0;background:#FBF3EC">
<div aria-hidden="true" style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preheader)}</div>
<div role="main"${of.page_direction} aria-label="${escapeHtml(title)}">
${table('class="bg" width="100%" style="background:#FBF3EC"', `<tr><td class="wrap" align="center" style="padding:28px 12px 40px">${sheet}</td></tr>`)}
</div>
</body>
</html>
`;
}

/**
 * Builds the HTML and the text part of an email from the same content: tables and inline styles, 600 px wide, with a
 * dark mode. The legal links of this server come last.
 */
export function layout(t: Translate, parts: MailParts, legal: LegalUrls): MailContent {
  const of = settingOf(t);
  const { title, subject = title, body, action, footer, pictures = [] } = parts;
  const smallPrint = [...footer, ...legalLinks(t, legal)];
  const small = smallPrint.map(smallText).join('\n');
  const blocks = body.flatMap((part) => blockText(of, part));
  const text = [title, ...blocks, `${action.label}: ${action.url}`, small].join('\n\n');
  return { subject, html: page(of, parts, smallPrint), text: `${text}\n`, language: t.language.tag, pictures };
}
