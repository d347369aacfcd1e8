import { useState } from 'react';
import { copyText } from '#web/lib/copy-text.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { DataDetails } from '#web/ui/data-details.tsx';
import { Field } from '#web/ui/field.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { codeClass } from './code.ts';
import type { ApiOperation as Call, Schema } from './document.ts';
import { curlOf, type Values } from './examples.ts';
import { fieldLines, typeOf } from './fields.ts';
import { TryIt } from './run.tsx';

interface OperationProps {
  operation: Call;
  server: string;
  /** One's own ids, for the examples. */
  own: Values;
}

/** One call: closed its line, opened all about it with an example that runs. */
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
        <span className="w-full text-sm text-ink-2">{summary}</span>
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
  const [, good] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const answer = good?.content?.['application/json']?.schema;
  const troubles = Object.entries(responses).filter(([status]) => !status.startsWith('2'));
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
      {method === 'GET' && <TryIt operation={operation} values={values} />}
      {body && <Fields title="Body" schema={body} />}
      {answer && <Fields title="Answer" schema={answer} />}
      <div>
        <h3 className="text-sm font-semibold">Other answers</h3>
        <ul className="mt-1.5 grid gap-1 text-sm text-ink-2">
          {troubles.map(([status, { description }]) => (
            <li key={status} className="wrap-anywhere">
              <strong className="text-ink tabular">{status}</strong> {description.replaceAll('`', '')}
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
