/** The part of autocannon that the load process uses; the package has no types. */
declare module 'autocannon' {
  export interface Request {
    method: string;
    path: string;
    headers: Record<string, string>;
    body?: string;
  }
  interface Options {
    url: string;
    connections: number;
    amount: number;
    /** Milliseconds between checks for the end. */
    sampleInt: number;
    requests: { setupRequest: (request: Request) => Request }[];
  }
  interface Run extends PromiseLike<{ errors: number; timeouts: number }> {
    on(
      event: 'response',
      listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
    ): this;
  }
  export default function autocannon(options: Options): Run;
}
