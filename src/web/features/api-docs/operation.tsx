import { useState } from 'react';
import { copyText } from '#web/lib/copy-text.ts';
import { getToken } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { DataDetails } from '#web/ui/data-details.tsx';
import { Field } from '#web/ui/field.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { type ApiOperation, addressOf, curlOf, fieldLines, type Schema, typeOf, type Values } from './document.ts';

/** The look of a block of code. Long lines wrap, so that nothing scrolls sideways. */
export const codeClass =
  'rounded-md border-2 border-line bg-sunk p-4 font-mono text-sm whitespace-pre-wrap wrap-anywhere';

/** Names between back-ticks, as the contract's sentences have them, in the font of code. */
function Marked({ text }: { text: string }) {
  const parts = text.split('`').map((part, i) => ({ part, isCode: i % 2 === 1, at: i }));
  return parts.map(({ part, isCode, at }) =>
    isCode ? (
      <code key={at} className="font-mono text-[0.95em]">
        {part}
      </code>
    ) : (
      part
    ),
  );
}

interface OperationProps {
  operation: ApiOperation;
  server: string;
  /** The user's own ids, for the examples. */
  own: Values;
}

/** One call: a line that opens to its parameters, its fields and an example that can be run. */
export function Operation({ operation, server, own }: OperationProps) {
  const [open, setOpen] = useState(false);
  const { method, path, summary, scope } = operation;
  return (
    <details
      className="border-t-2 border-dashed border-line first:border-t-0"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-13 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 py-3">
        <Pill tone={scope === 'read' ? 'info' : 'open'} className="min-w-16 justify-center">
          {method}
        </Pill>
        <code className="font-mono text-sm font-semibold wrap-anywhere">{path}</code>
        <span className="w-full text-sm text-ink-2">
          <Marked text={summary} />
        </span>
      </summary>
      {open && <Details operation={operation} server={server} own={own} />}
    </details>
  );
}

function Details({ operation, server, own }: OperationProps) {
  const { parameters, path, method, requestBody, responses, operationId } = operation;
  const [values, setValues] = useState<Values>(() =>
    path.startsWith('/api/missions/{id}') && own.MISSION_ID ? { id: own.MISSION_ID } : {},
  );
  const curl = curlOf(operation, server, values, own);
  const body = requestBody?.content['application/json']?.schema;
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const answer = success?.content?.['application/json']?.schema;
  const failures = Object.entries(responses).filter(([status]) => !status.startsWith('2'));
  return (
    <div className="grid gap-5 pb-6">
      {parameters.length > 0 && (
        <div className="grid gap-4 sm:grid-cols-2">
          {parameters.map(({ name, schema, required }) => (
            <Field
              key={name}
              id={`${operationId}-${name}`}
              label={name}
              note={typeOf(schema)}
              optional={!required}
              value={values[name] ?? ''}
              onChange={(event) => setValues((now) => ({ ...now, [name]: event.target.value }))}
            />
          ))}
        </div>
      )}
      <Curl text={curl} />
      {answer && method === 'GET' && <TryIt operation={operation} values={values} />}
      {body && <Fields title="Body" schema={body} />}
      {answer && <Fields title="Answer" schema={answer} />}
      <div>
        <h3 className="text-sm font-semibold">Other answers</h3>
        <ul className="mt-1.5 grid gap-1 text-sm text-ink-2">
          {failures.map(([status, { description }]) => (
            <li key={status} className="wrap-anywhere">
              <strong className="text-ink tabular">{status}</strong> <Marked text={description} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function Curl({ text }: { text: string }) {
  const copy = async () => {
    if (await copyText(text)) toast.success('Example copied to clipboard!');
    else toast.error('Failed to copy text. Please try again.');
  };
  return (
    <div>
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-sm font-semibold">Example</h3>
        <Button kind="bare" onClick={() => void copy()}>
          Copy
        </Button>
      </div>
      <pre className={codeClass}>{text}</pre>
    </div>
  );
}

function Fields({ title, schema }: { title: string; schema: Schema }) {
  const lines = fieldLines(schema);
  return (
    <div>
      <h3 className="text-sm font-semibold">
        {title}: <span className="font-normal text-ink-2">{typeOf(schema)}</span>
      </h3>
      {lines.length > 0 && (
        <DataDetails
          caption={title}
          head={['Field', 'Type']}
          rows={lines.map(({ name, type, required }) => [
            <code key={name} className="font-mono wrap-anywhere">
              {name}
            </code>,
            required ? type : `${type}, optional`,
          ])}
          keys={lines.map(({ name }) => name)}
        />
      )}
    </div>
  );
}

interface Answered {
  status: number;
  text: string;
}

/** Long answers are cut to this length: they are to be looked at, not downloaded. */
const SHOWN_MAX = 20_000;

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).slice(0, SHOWN_MAX);
  } catch {
    return text.slice(0, SHOWN_MAX);
  }
}

/** Runs the call with this browser's session and shows the answer. Only for calls that change nothing. */
function TryIt({ operation, values }: { operation: ApiOperation; values: Values }) {
  const [busy, setBusy] = useState(false);
  const [answered, setAnswered] = useState<Answered | null>(null);
  const missing = operation.parameters.find(({ name, required }) => required && !values[name]);
  const run = async () => {
    setBusy(true);
    try {
      const response = await fetch(addressOf(operation, values), {
        headers: { authorization: `Bearer ${getToken() ?? ''}` },
      });
      setAnswered({ status: response.status, text: pretty(await response.text()) });
    } catch {
      setAnswered({ status: 0, text: 'No connection. Please check your network and try again.' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="grid justify-items-start gap-3">
      <Button kind="night" size="sm" busy={busy} busyLabel="Running..." disabled={!!missing} onClick={() => void run()}>
        Run
      </Button>
      {missing && <p className="text-sm text-ink-2">Fill in {missing.name} first.</p>}
      <div role="status" className="grid w-full justify-items-start gap-2">
        {answered && (
          <>
            <Pill tone={answered.status === 200 ? 'done' : 'owner'}>
              {answered.status === 0 ? 'No answer' : `Status ${answered.status}`}
            </Pill>
            <textarea
              readOnly
              aria-label="Answer"
              rows={14}
              value={answered.text}
              className={`${codeClass} max-sm:text-base`}
            />
          </>
        )}
      </div>
    </div>
  );
}
