import { useState } from 'react';
import { getToken } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { codeClass } from './code.ts';
import type { ApiOperation } from './document.ts';
import { addressOf, type Values } from './examples.ts';

interface Answered {
  status: number;
  text: string;
}

/** Long answers are cut: this is a look, not a download. */
const SHOWN_MAX = 20_000;

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).slice(0, SHOWN_MAX);
  } catch {
    return text.slice(0, SHOWN_MAX);
  }
}

/** Asks the call under the session of this browser and shows what came. Only for calls that change nothing. */
export function TryIt({ operation, values }: { operation: ApiOperation; values: Values }) {
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
