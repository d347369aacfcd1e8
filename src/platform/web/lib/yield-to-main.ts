/** Ends the current task, so the browser can paint and handle input first. */
export const yieldToMain = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
