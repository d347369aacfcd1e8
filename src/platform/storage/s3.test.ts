import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectWithin } from '#domain/testing/expect-within.ts';
import { startFakeS3 } from '#server/testing/s3-server.ts';
import { storageSuite } from '#server/testing/storage-suite.ts';
import { s3Storage } from './s3.ts';
import { StorageUnavailable } from './storage.ts';

let fake: Awaited<ReturnType<typeof startFakeS3>>;

beforeAll(async () => {
  fake = await startFakeS3();
});
afterAll(() => fake.close());

describe('s3Storage', () => {
  storageSuite(async () => {
    const storage = s3Storage(fake.options);
    for await (const { key } of storage.list('')) await storage.remove(key);
    return storage;
  });
});

describe('an S3 server', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });
  const listen = async (answer: Parameters<typeof createServer>[1]) => {
    server = createServer(answer!);
    await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const expectUnavailable = async (endpoint: string) => {
    const storage = s3Storage({ ...fake.options, endpoint, timeout_ms: 300 });
    const calls = [
      () => storage.put('a/b.webp', Buffer.from('x')),
      () => storage.get('a/b.webp'),
      () => storage.remove('a/b.webp'),
      () => storage.list('a')[Symbol.asyncIterator]().next(),
    ];
    for (const call of calls) await expectWithin(3000, () => expect(call()).rejects.toBeInstanceOf(StorageUnavailable));
  };

  it('is reported as unavailable if it refuses connections', () => expectUnavailable('http://127.0.0.1:1'));

  it('is reported as unavailable if it never responds', async () => {
    await expectUnavailable(await listen(() => undefined));
  });

  it('is reported as unavailable if it returns 500', async () => {
    await expectUnavailable(await listen((_request, response) => void response.writeHead(500).end('no')));
  });

  it('is listed page by page', async () => {
    const page = (key: string, more: string) =>
      `<?xml version="1.0"?><ListBucketResult>${more}<Contents><Key>${key}</Key>
        <LastModified>2026-11-21T12:00:00.000Z</LastModified><Size>5</Size></Contents></ListBucketResult>`;
    const requests: URLSearchParams[] = [];
    const endpoint = await listen((request, response) => {
      const query = new URL(request.url ?? '', 'http://s3').searchParams;
      requests.push(query);
      const first = !query.has('continuation-token');
      const more = `<IsTruncated>${first}</IsTruncated>${first ? '<NextContinuationToken>two</NextContinuationToken>' : ''}`;
      response.writeHead(200, { 'content-type': 'application/xml' });
      response.end(page(first ? 'a/b/400.webp' : 'a/c/400.webp', more));
    });
    const found = [];
    for await (const entry of s3Storage({ ...fake.options, endpoint }).list('a')) found.push(entry);
    const modified = new Date('2026-11-21T12:00:00.000Z');
    expect(found).toEqual(['a/b/400.webp', 'a/c/400.webp'].map((key) => ({ key, size: 5, modified })));
    expect(requests.map((query) => [query.get('prefix'), query.get('continuation-token')])).toEqual([
      ['a/', null],
      ['a/', 'two'],
    ]);
  });

  it('cannot redirect requests', async () => {
    const requests: string[] = [];
    const location = `${fake.options.endpoint}/emberkin/a/b.webp`;
    const endpoint = await listen((request, response) => {
      requests.push(request.url ?? '');
      response.writeHead(307, { location }).end();
    });
    const storage = s3Storage({ ...fake.options, endpoint, timeout_ms: 2000 });
    await expect(storage.get('a/b.webp')).rejects.toBeInstanceOf(StorageUnavailable);
    expect(requests.length).toBeGreaterThan(0);
  });
});
