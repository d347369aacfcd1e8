import { Marked, type Token, type Tokens } from 'marked';
import { STAND_INS } from '#contract/api-docs.ts';
import { escapeHtml } from '#platform/lib/html.ts';
import { button, textLink } from '#platform/web/kit/button.tsx';

const SECTION =
  'min-w-0 scroll-mt-4 rounded-lg bg-card p-5 shadow-card sm:p-7 print:p-0 print:shadow-none [&_h3]:mt-8 [&_h3]:text-base [&_h3]:font-bold [&_li]:mt-1.5 [&_ol]:mt-3 [&_ol]:list-decimal [&_ol]:ps-5 [&_p]:mt-3 [&_p]:wrap-anywhere [&_table]:mt-4 [&_td]:py-1 [&_td]:align-top [&_td:first-child]:w-24 [&_td:first-child]:font-bold [&_th]:text-start [&_th]:text-sm [&_th]:font-semibold [&_th]:text-ink-2 [&_ul]:mt-3 [&_ul]:list-disc [&_ul]:ps-5';
const PRE = 'rounded-md border-2 border-line bg-sunk p-4 font-mono text-sm whitespace-pre-wrap wrap-anywhere';

const ANCHOR = /^<a id="([\w-]+)"><\/a>/;
const toId = (title: string) => title.toLowerCase().replaceAll(/[^a-z\d]+/g, '-');

export interface Contents {
  readonly id: string;
  readonly title: string;
}

/** Reads a heading. `<a id="…"></a>` before its text sets an address that differs from the text. */
const readHeading = (text: string): Contents => {
  const title = text.replace(ANCHOR, '');
  return { id: ANCHOR.exec(text)?.[1] ?? toId(title), title };
};

/** Converts links between the files of `docs/api`, and links to a server, into paths. */
const toPath = (href: string) =>
  href
    .replace(STAND_INS.public_url, '')
    .replace(/^(\w+)\.md/, (_, name) => `/docs/api${name === 'guide' ? '' : `/${name}`}`);

/** Renders a block of code. The page's script shows its copy button. */
function renderCode(title: string, text: string): string {
  const press = `<button type="button" hidden data-copy class="${button({ kind: 'bare', className: '-me-2 print:hidden' })}"><span>Copy</span><span class="sr-only">${title}</span></button>`;
  return `<figure data-code="${title}" class="mt-3 min-w-0"><figcaption class="flex min-h-11 items-center justify-between gap-3 text-sm font-semibold print:min-h-0">${title}${press}</figcaption><pre class="${PRE}"><code>${escapeHtml(text)}</code></pre></figure>\n`;
}

const marked = new Marked({
  renderer: {
    heading({ text, depth }) {
      const { id, title } = readHeading(text);
      const size = depth === 2 ? ' text-xl font-extrabold' : '';
      return `<h${depth} id="${id}" tabindex="-1" class="scroll-mt-4${size}">${title}</h${depth}>\n`;
    },
    code: ({ lang = '', text }) => renderCode(lang.slice(lang.indexOf(' ') + 1), text),
    codespan: ({ text }) =>
      `<code class="rounded-sm bg-sunk box-decoration-clone px-1 font-mono text-[0.9em] wrap-anywhere">${escapeHtml(text)}</code>`,
    link({ href, tokens }) {
      return `<a href="${toPath(href)}" class="${textLink}">${this.parser.parseInline(tokens)}</a>`;
    },
  },
});

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';

export interface MarkdownPage {
  readonly title: string;
  /** The first paragraph, as HTML. */
  readonly lead: string;
  readonly contents: readonly Contents[];
  /** One `<section>` for each heading of the second level. */
  readonly html: string;
}

/** Renders a file of `docs`: a title, a paragraph, and sections. */
export function readMarkdown(markdown: string): MarkdownPage {
  const sections: Token[][] = [[]];
  for (const token of marked.lexer(markdown)) {
    if (isHeading(token) && token.depth === 2) sections.push([]);
    sections.at(-1)!.push(token);
  }
  const [[title, , lead] = [], ...rest] = sections;
  const contents = rest.map(([heading]) => readHeading((heading as Tokens.Heading).text));
  return {
    title: (title as Tokens.Heading).text,
    lead: marked.Parser.parseInline((lead as Tokens.Paragraph).tokens, marked.defaults),
    contents,
    html: rest
      .map(
        (tokens, at) =>
          `<section aria-labelledby="${contents[at]?.id}" class="${SECTION}">${marked.parser(tokens)}</section>`,
      )
      .join('\n'),
  };
}
