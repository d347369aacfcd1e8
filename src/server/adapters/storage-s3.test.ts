import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startS3Peer } from '../testing/s3-peer.ts';
import { storageSuite } from '../testing/storage-suite.ts';
import { StorageUnavailable } from './storage.ts';
import { s3Storage } from './storage-s3.ts';

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

  it('lists more than fits into one page, in the order of the characters', async () => {
    const storage = s3Storage(peer.options);
    for await (const { key } of storage.list('')) await storage.remove(key);
    const keys = Array.from({ length: 1005 }, (_, i) => `many/${String(i).padStart(4, '0')}.webp`);
    for (let at = 0; at < keys.length; at += 50)
      await Promise.all(keys.slice(at, at + 50).map((key) => storage.put(key, Buffer.from('x'), WEBP)));
    const found: string[] = [];
    for await (const { key } of storage.list('many')) found.push(key);
    expect(found).toEqual(keys);
  });
});

describe('an S3 storage that is away', () => {
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
