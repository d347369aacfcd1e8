import type { ReactNode } from 'react';
import { STAND_INS } from '#contract/api-docs.ts';
import { Pill } from '#web/kit/pill.tsx';
import { Code, Inline, Marked } from './code.tsx';
import { curlParts, placeholderOf } from './curl.ts';
import { failuresOf, type Operation, type TokenAccess } from './document.ts';
import { FieldList, inText } from './fields.tsx';
import { Body, Failures, GoodAnswer, Part, Shape } from './operation-parts.tsx';
import { fieldLines, type Schema } from './schema.ts';

const ACCESS: Record<TokenAccess, { label: string; tone: 'info' | 'open' | 'plain' | 'done'; sentence: string }> = {
  read: { label: 'read', tone: 'info', sentence: 'Tokens with the scope read or write, and sessions' },
  write: { label: 'write', tone: 'open', sentence: 'Tokens with the scope write, and sessions' },
  session: { label: 'session', tone: 'plain', sentence: 'Sessions alone: no token opens this call' },
  public: { label: 'public', tone: 'done', sentence: 'Everyone, without a token' },
};

function Details({ operation, common }: OperationProps) {
  const { parameters, body, answers, access, description, path } = operation;
  const good = answers.filter(([status]) => /^[23]/.test(status));
  const own = failuresOf(operation).filter(({ sentence }) => !common.has(sentence));
  return (
    <div className="grid min-w-0 grid-cols-1 gap-5 pb-6" data-details>
      <p className="text-sm">
        <Marked text={description ?? `${ACCESS[access].sentence}.`} />
      </p>
      {parameters.length > 0 && (
        <Part title="Parameters">
          <FieldList
            lines={parameters.map(({ name, in: place, required = false, schema, description: words }) => ({
              name,
              schema,
              required,
              place: place === 'path' ? `${placeholderOf(path, name)} in the path` : `in the ${place}`,
              ...(words && { description: words }),
            }))}
          />
        </Part>
      )}
      {body && <Body body={body} />}
      {good.map(([status, answer]) => (
        <GoodAnswer key={status} status={status} answer={answer} />
      ))}
      <Part title="Other answers">
        {own.length > 0 && <Failures failures={own} />}
        <p className="mt-1.5 text-sm text-ink-2">
          And what{' '}
          <a href="#any-call" className={inText}>
            any call
          </a>{' '}
          can answer.
        </p>
      </Part>
      <Code title="Example" parts={curlParts(operation, STAND_INS.public_url)} />
      {access === 'session' && (
        <p className="text-sm text-ink-2">
          <Inline>EMBERKIN_SESSION</Inline> is the <Inline>access_token</Inline> that{' '}
          <a href="#login" className={inText}>
            signing in
          </a>{' '}
          answers.
        </p>
      )}
    </div>
  );
}

/** What the page's script needs to offer a call that reads to who is signed in. */
const runData = ({ method, path, access, parameters, answers }: Operation) =>
  method === 'GET' && access !== 'public' && answers.some(([, { content }]) => content?.['application/json'])
    ? {
        'data-run': path,
        'data-parameters': JSON.stringify(
          parameters
            .filter(({ in: place }) => place === 'path' || place === 'query')
            .map(({ name, in: place, required = false }) => [
              name,
              place,
              required,
              place === 'path' ? placeholderOf(path, name) : '',
            ]),
        ),
      }
    : {};

interface OperationProps {
  operation: Operation;
  /** The sentences of the failures that are said once, for all calls. */
  common: ReadonlySet<string>;
}

interface EntryProps {
  id: string;
  /** What the filter of the page finds it by. */
  found: string;
  name: string;
  /** Before the name and after it. */
  before?: ReactNode;
  after?: ReactNode;
  summary: string | undefined;
  /** For the page's script. */
  data?: object;
  children: ReactNode;
}

/** A line that opens to all there is to say of what it names. */
const Entry = ({ id, found, name, before, after, summary, data, children }: EntryProps) => (
  <details
    id={id}
    data-entry={found.toLowerCase()}
    {...data}
    className="scroll-mt-4 border-t-2 border-dashed border-line first-of-type:border-t-0"
  >
    <summary className="flex min-h-13 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 py-3">
      {before}
      <h3 className="min-w-0 font-mono text-sm font-semibold tracking-normal wrap-anywhere">{name}</h3>
      {after}
      {summary && (
        <span className="w-full text-sm text-ink-2">
          <Marked text={summary} />
        </span>
      )}
    </summary>
    {children}
  </details>
);

/** One call: its parameters, its fields and an example. */
export function OperationEntry({ operation, common }: OperationProps) {
  const { id, method, path, summary, access, deprecated } = operation;
  return (
    <Entry
      id={id}
      found={`${method} ${path} ${id} ${summary}`}
      name={path}
      before={<Pill className="min-w-16 justify-center">{method}</Pill>}
      after={
        <>
          <Pill tone={ACCESS[access].tone}>{ACCESS[access].label}</Pill>
          {deprecated && <Pill tone="owner">deprecated</Pill>}
        </>
      }
      summary={summary}
      data={runData(operation)}
    >
      <Details operation={operation} common={common} />
    </Entry>
  );
}

/** One event of webhooks: what comes with it. */
export function EventEntry({ event: { path, summary, description, body } }: { event: Operation }) {
  const schema = body?.['application/json']?.schema;
  return (
    <Entry id={`event-${path}`} found={`${path} ${summary}`} name={path} summary={summary}>
      <div className="pb-6">
        {description && (
          <p className="mb-3 text-sm">
            <Marked text={description} />
          </p>
        )}
        {schema && <Shape schema={schema} />}
      </div>
    </Entry>
  );
}

/** A named object: what its fields are. */
export function ObjectEntry({ id, name, schema }: { id: string; name: string; schema: Schema }) {
  const { properties, description } = schema;
  return (
    <Entry id={id} found={`${name} ${Object.keys(properties ?? {}).join(' ')}`} name={name} summary={description}>
      <div className="pb-6">
        {properties ? <FieldList lines={fieldLines(schema)} /> : <Shape schema={{ ...schema, description: '' }} />}
      </div>
    </Entry>
  );
}
