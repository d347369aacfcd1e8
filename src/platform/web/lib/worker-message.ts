/** A page's message to the worker: become active, or cache the texts loaded before the worker existed. */
export type WorkerMessage = 'take-over' | { readonly texts: readonly string[] };
