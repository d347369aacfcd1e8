import { Fragment } from 'react';
import { Inline, Marked } from './code.tsx';
import { type FieldLine, limitsOf, type TypePart, typeOf } from './schema.ts';

/** A link among the words of a reference, where `textLink` would be too tall. */
export const inText = 'font-semibold text-flame underline decoration-star decoration-2 underline-offset-4';

export const objectId = (name: string): string => `object-${name}`;

/** A type in words; named objects are links to what they hold. */
export function TypeWords({ parts }: { parts: readonly TypePart[] }) {
  return parts.map((part, at) =>
    typeof part === 'string' ? (
      part
    ) : (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: The parts of a type never change places, and an object may be named in it twice.
        key={at}
        href={`#${objectId(part.object)}`}
        className={inText}
      >
        {part.object}
      </a>
    ),
  );
}

/** Fields or parameters: name, type and what the contract says of each. */
export function FieldList({ lines }: { lines: readonly (FieldLine & { description?: string; place?: string })[] }) {
  return (
    <dl className="mt-1.5 text-sm">
      {lines.map(({ name, schema, required, description = schema.description, place }) => (
        <div key={name} data-field={name} className="border-t border-line py-2 first:border-t-0">
          <dt className="flex flex-wrap items-baseline gap-x-2">
            <Inline>{name}</Inline>
            <span className="text-ink-2 wrap-anywhere">
              <TypeWords parts={typeOf(schema)} />
              {[...limitsOf(schema), ...(place ? [place] : [])].map((note) => (
                <Fragment key={note}>, {note}</Fragment>
              ))}
              {!required && ', optional'}
            </span>
          </dt>
          <dd className="mt-0.5 wrap-anywhere">{description && <Marked text={description} />}</dd>
        </div>
      ))}
    </dl>
  );
}
