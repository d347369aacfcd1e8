import type { ReactNode } from 'react';
import { ONLY_IF } from '#contract/api-docs.ts';
import { cx } from '#web/lib/cx.ts';
import { Inline, Marked } from './code.tsx';
import type { DocumentedAnswer, Operation } from './document.ts';
import { FieldList, TypeWords } from './fields.tsx';
import { fieldLines, type Schema, typeOf } from './schema.ts';

export function Part({ title, children, className }: { title: string; children: ReactNode; className?: string }) {
  return (
    <div className={cx('min-w-0', className)}>
      <h4 className="text-sm font-bold">{title}</h4>
      {children}
    </div>
  );
}

/** A body or an answer: its type, and its fields unless a named object has them. */
export function Shape({ schema }: { schema: Schema }) {
  const lines = fieldLines(schema);
  const type = typeOf(schema);
  // That something with fields is an object goes without saying.
  const typed = lines.length === 0 || type.join() !== 'object';
  return (
    <>
      {(typed || schema.description) && (
        <p className="mt-1 text-sm text-ink-2">
          {typed && <TypeWords parts={type} />}
          {typed && schema.description && '. '}
          {schema.description && <Marked text={schema.description} />}
        </p>
      )}
      {lines.length > 0 && <FieldList lines={lines} />}
    </>
  );
}

export function Body({ body }: { body: NonNullable<Operation['body']> }) {
  const kinds = Object.keys(body);
  // Where both are taken, the form has the fields of the JSON and the files.
  const { schema } = body['multipart/form-data'] ?? body['application/json'] ?? Object.values(body)[0] ?? {};
  return (
    <Part title="Body">
      <p className="mt-1 text-sm">
        {kinds.map((kind, at) => (
          <span key={kind}>
            {at > 0 && ' or '}
            <Inline>{kind}</Inline>
          </span>
        ))}
      </p>
      {schema && <Shape schema={schema} />}
    </Part>
  );
}

export function GoodAnswer({ status, answer }: { status: string; answer: DocumentedAnswer }) {
  const [kind, content] = Object.entries(answer.content ?? {})[0] ?? [];
  const headers = Object.entries(answer.headers ?? {});
  return (
    <Part title={`Answer ${status}`}>
      <p className="mt-1 text-sm text-ink-2">
        {kind ? (
          <>
            <Marked text={answer.description.replace(/\.$/, '')} /> (<Inline>{kind}</Inline>)
          </>
        ) : (
          <Marked text={answer.description} />
        )}
      </p>
      {content?.schema && kind !== 'application/octet-stream' && <Shape schema={content.schema} />}
      {headers.length > 0 && (
        <p className="mt-1.5 text-sm text-ink-2">
          Headers:{' '}
          {headers.map(([name], at) => (
            <span key={name}>
              {at > 0 && ', '}
              <Inline>{name}</Inline>
            </span>
          ))}
        </p>
      )}
    </Part>
  );
}

/** What only plans bring: a server without them does not say it. */
const PLAN_WORDS = /premium|\bpro\b|free plan|upgrade|plan_/i;

interface FailuresProps {
  failures: readonly { status: string; sentence: string }[];
}

/** The failures of a call: status, code and sentence. */
export function Failures({ failures }: FailuresProps) {
  return (
    <ul className="mt-1.5 grid gap-1 text-sm text-ink-2">
      {failures.map(({ status, sentence }) => (
        <li
          key={status + sentence}
          {...(PLAN_WORDS.test(sentence) && { [ONLY_IF]: 'plans' })}
          className="wrap-anywhere"
        >
          <strong className="text-ink tabular">{status}</strong> <Marked text={sentence} />
        </li>
      ))}
    </ul>
  );
}
