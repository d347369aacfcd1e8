declare module 's3rver' {
  /** The part of it that the tests use: an S3 server on loopback (it has no types of its own). */
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string; configs: string[] }[];
    });
    run(): Promise<{ address: string; port: number }>;
    close(): Promise<void>;
    readonly httpServer: import('node:http').Server;
  }
}
