import { useState } from 'react';
import { detailOf } from './api/api-error.ts';
import { toast } from './toast.ts';

export interface Outcome<Answer> {
  /** The toast after it worked; left out where the next screen says it. */
  done?: string | ((answer: Answer) => string) | undefined;
  /** The toast after it failed: a text is used if the server gives no sentence, a function always. */
  failed: string | ((error: unknown) => string);
  onDone?: ((answer: Answer) => void) | undefined;
  onFailed?: ((error: unknown) => void) | undefined;
}

/** Something that a button does: it is busy meanwhile, and a toast reports the outcome, even if the screen is gone. */
export function useAction() {
  const [busy, setBusy] = useState(false);
  const run = <Answer>(action: () => Promise<Answer>, { done, failed, onDone, onFailed }: Outcome<Answer>): void => {
    const succeed = (answer: Answer) => {
      if (done !== undefined) toast.success(typeof done === 'string' ? done : done(answer));
      onDone?.(answer);
    };
    const fail = (error: unknown) => {
      toast.error(typeof failed === 'string' ? detailOf(error, failed) : failed(error));
      onFailed?.(error);
    };
    setBusy(true);
    void action()
      .then(succeed, fail)
      .finally(() => setBusy(false));
  };
  return { busy, run };
}
