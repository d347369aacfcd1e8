import { ONLY_IF } from '#contract/api-docs.ts';
import type { CodePart } from './curl.ts';

/** Names between back-ticks, as the contract's sentences have them, in the font of code. */
export function Marked({ text }: { text: string }) {
  return text.split('`').map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: The parts of a sentence never change places, and one of them may stand in it twice.
      <Inline key={at}>{part}</Inline>
    ) : (
      part
    ),
  );
}

/** A name of the API inside a sentence. */
export function Inline({ children }: { children: string }) {
  return (
    <code className="rounded-sm bg-sunk box-decoration-clone px-1 font-mono text-[0.9em] wrap-anywhere">
      {children}
    </code>
  );
}

interface CodeProps {
  /** Says what the block is, above it; the name of the Copy button too. */
  title: string;
  parts: readonly CodePart[];
}

/** A block of code. Long lines wrap, so that nothing scrolls sideways; the page's script adds a button to copy it. */
export function Code({ title, parts }: CodeProps) {
  return (
    <figure data-code={title} className="mt-3 min-w-0">
      <figcaption className="flex min-h-11 items-center justify-between gap-3 text-sm font-semibold print:min-h-0">
        {title}
      </figcaption>
      <pre className="rounded-md border-2 border-line bg-sunk p-4 font-mono text-sm whitespace-pre-wrap wrap-anywhere">
        <code>
          {parts.map((part, at) =>
            typeof part === 'string' ? (
              part
            ) : (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: The parts of an example never change places, and a placeholder may stand in it twice.
                key={at}
                {...('own' in part ? { 'data-own': part.own } : { [ONLY_IF]: part.only_if })}
              >
                {part.shown}
              </span>
            ),
          )}
        </code>
      </pre>
    </figure>
  );
}
