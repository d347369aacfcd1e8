import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startS3Peer } from '../../testing/s3-server.ts';
import { storageSuite } from '../../testing/storage-suite.ts';
import { s3Storage } from './s3.ts';
import { StorageUnavailable } from './storage.ts';

const WEBP = { type: 'image/webp' };
let peer: Awaited<ReturnType<typeof startS3Peer>>;

beforeAll(async () => {
  peer = await startS3Peer();
});
afterAll(() => peer.close());

describe('the S3 storage', () => {
  storageSuite(async () => {
    const storage = s3Storage(peer.options);
    for await (const { key } of storage.list('')) await storage.remove(key);
    return storage;
  });
});

describe('an S3 storage, and one that is away', () => {
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
  const expectAway = async (endpoint: string) => {
    const storage = s3Storage({ ...peer.options, endpoint, timeout_ms: 300 });
    const calls = [
      () => storage.put('a/b.webp', Buffer.from('x'), WEBP),
      () => storage.get('a/b.webp'),
      () => storage.remove('a/b.webp'),
      () => storage.check(),
      () => storage.list('a')[Symbol.asyncIterator]().next(),
    ];
    for (const call of calls) {
      const begun = performance.now();
      await expect(call()).rejects.toBeInstanceOf(StorageUnavailable);
      expect(performance.now() - begun).toBeLessThan(3000);
    }
  };

  it('says so when it refuses connections', () => expectAway('http://127.0.0.1:1'));

  it('says so when it never answers', async () => {
    await expectAway(await listen(() => undefined));
  });

  it('says so when it fails', async () => {
    await expectAway(await listen((_request, response) => void response.writeHead(500).end('no')));
  });

  it('is asked for page after page of a listing', async () => {
    const page = (key: string, more: string) =>
      `<?xml version="1.0"?><ListBucketResult>${more}<Contents><Key>${key}</Key>
        <LastModified>2026-11-21T12:00:00.000Z</LastModified><Size>5</Size></Contents></ListBucketResult>`;
    const asked: URLSearchParams[] = [];
    const endpoint = await listen((request, response) => {
      const query = new URL(request.url ?? '', 'http://s3').searchParams;
      asked.push(query);
      const first = !query.has('continuation-token');
      const more = `<IsTruncated>${first}</IsTruncated>${first ? '<NextContinuationToken>two</NextContinuationToken>' : ''}`;
      response.writeHead(200, { 'content-type': 'application/xml' });
      response.end(page(first ? 'a/b/400.webp' : 'a/c/400.webp', more));
    });
    const found = [];
    for await (const entry of s3Storage({ ...peer.options, endpoint }).list('a')) found.push(entry);
    const modified = new Date('2026-11-21T12:00:00.000Z');
    expect(found).toEqual(['a/b/400.webp', 'a/c/400.webp'].map((key) => ({ key, size: 5, modified })));
    expect(asked.map((query) => [query.get('prefix'), query.get('continuation-token')])).toEqual([
      ['a/', null],
      ['a/', 'two'],
    ]);
  });

  it('is not followed to another place', async () => {
    const asked: string[] = [];
    const location = `${peer.options.endpoint}/emberkin/a/b.webp`;
    const endpoint = await listen((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(307, { location }).end();
    });
    const storage = s3Storage({ ...peer.options, endpoint, timeout_ms: 2000 });
    await expect(storage.get('a/b.webp')).rejects.toBeInstanceOf(StorageUnavailable);
    expect(asked.length).toBeGreaterThan(0);
  });
});
