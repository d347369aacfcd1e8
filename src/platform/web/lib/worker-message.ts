/** What a page says to the worker: to become active, or which texts the page loaded before there was one. */
export type WorkerMessage = 'take-over' | { readonly texts: readonly string[] };
