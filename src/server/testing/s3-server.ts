import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import type { S3Options } from '#platform/storage/s3.ts';

/**
 * Starts an S3 server on loopback with one empty bucket, and returns the options to reach it. It responds with 500 if a
 * listing has a second page, so other tests cover paging.
 */
export async function startFakeS3(): Promise<{ options: S3Options; close(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'emberkin-s3-'));
  const configureBuckets = [{ name: 'emberkin', configs: [] }];
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets });
  const { port } = await server.run();
  return {
    options: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'emberkin',
      access_key_id: 'S3RVER',
      secret_access_key: 'S3RVER',
    },
    close: async () => {
      const closed = server.close();
      // Clients keep their connections open, and close() would wait for them.
      server.httpServer.closeAllConnections();
      await closed;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
