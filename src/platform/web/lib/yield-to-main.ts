/** Ends the task that runs: the browser can paint and answer before what follows. */
export const yieldToMain = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
