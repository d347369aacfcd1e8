import { useState } from 'react';
import { detailOf } from './api/api-error.ts';
import { toast } from './toast.ts';

export interface Outcome<Answer> {
  /** The success toast; omitted if the next screen reports the result. */
  done?: string | ((answer: Answer) => string) | undefined;
  /** The error toast. A text is only the fallback for the server's sentence; a function always decides. */
  failed: string | ((error: unknown) => string);
  onDone?: ((answer: Answer) => void) | undefined;
  onFailed?: ((error: unknown) => void) | undefined;
}

/** Runs a button's action: `busy` meanwhile, then a toast with the result, even after unmounting. */
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
