import type { ReactNode } from 'react';

interface EmphasisProps {
  /** The whole sentence. */
  text: string;
  /** What stands out in it, in the order in which it stands there. */
  parts: readonly string[];
  className?: string;
}

/** A sentence of which some parts stand out. It stays one text, which a translation may put in another order. */
export function Emphasis({ text, parts, className = 'text-ink' }: EmphasisProps): ReactNode {
  const [part, ...others] = parts;
  const at = part ? text.indexOf(part) : -1;
  if (part === undefined || at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <strong className={className}>{part}</strong>
      <Emphasis text={text.slice(at + part.length)} parts={others} className={className} />
    </>
  );
}
