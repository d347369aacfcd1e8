import type { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import {
  requireKey,
  requirePrefix,
  type Storage,
  StorageUnavailable,
  type StoredEntry,
  type StoredFile,
} from './storage.ts';

export interface S3Options {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly access_key_id: string;
  readonly secret_access_key: string;
  /** For a call with its retries, 10 s by default. */
  readonly timeout_ms?: number;
}

const TIMEOUT_MS = 10_000;
const TRIES = 2;

/** Drops the cause, which contains the whole request: its signature must not reach a log. */
const unavailable = (cause: unknown): never => {
  const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  throw new StorageUnavailable(`The S3 storage does not respond correctly (${reason}).`);
};

const isMissing = (error: unknown) =>
  error instanceof NoSuchKey || (error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name));

interface Bucket {
  readonly client: S3Client;
  readonly name: string;
  readonly timeout_ms: number;
}

function openBucket(options: S3Options): Bucket {
  const { endpoint, region, bucket, access_key_id, secret_access_key, timeout_ms = TIMEOUT_MS } = options;
  const client = new S3Client({
    endpoint,
    region,
    // Works with every server; bucket names in hosts need wildcard DNS.
    forcePathStyle: true,
    followRegionRedirects: false,
    maxAttempts: TRIES,
    credentials: { accessKeyId: access_key_id, secretAccessKey: secret_access_key },
    // Not all S3 servers support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { client, name: bucket, timeout_ms };
}

const limit = ({ timeout_ms }: Bucket) => ({ abortSignal: AbortSignal.timeout(timeout_ms) });

const TYPES: Record<string, string> = { webp: 'image/webp', png: 'image/png', json: 'application/json' };

/** For people who browse the bucket. */
const typeOf = (key: string) => TYPES[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream';

async function put({ client, name, timeout_ms }: Bucket, key: string, data: Buffer | Readable) {
  const upload = new Upload({
    client,
    params: { Bucket: name, Key: requireKey(key), Body: data, ContentType: typeOf(key) },
    leavePartsOnError: false,
  });
  const timer = setTimeout(() => void upload.abort(), timeout_ms);
  let broken: unknown;
  // An upload that the client aborts is not a storage error.
  if (!Buffer.isBuffer(data)) data.once('error', (error) => (broken = error));
  await upload
    .done()
    .catch((cause: unknown) => {
      if (broken) throw broken;
      return unavailable(cause);
    })
    .finally(() => clearTimeout(timer));
}

async function get(bucket: Bucket, key: string): Promise<StoredFile | null> {
  const command = new GetObjectCommand({ Bucket: bucket.name, Key: requireKey(key) });
  const found = await bucket.client.send(command, limit(bucket)).catch((error: unknown) => {
    if (isMissing(error)) return null;
    return unavailable(error);
  });
  if (!found) return null;
  return { stream: found.Body as Readable, size: found.ContentLength ?? 0 };
}

async function remove(bucket: Bucket, key: string): Promise<void> {
  const command = new DeleteObjectCommand({ Bucket: bucket.name, Key: requireKey(key) });
  await bucket.client.send(command, limit(bucket)).catch((error: unknown) => {
    if (!isMissing(error)) unavailable(error);
  });
}

/** Copies, then deletes; an interruption in between leaves both files. */
async function move(bucket: Bucket, from: string, to: string): Promise<void> {
  const CopySource = `${bucket.name}/${requireKey(from)}`;
  const command = new CopyObjectCommand({ Bucket: bucket.name, Key: requireKey(to), CopySource });
  await bucket.client.send(command, limit(bucket)).catch((error: unknown) => {
    if (!isMissing(error)) unavailable(error);
  });
  await remove(bucket, from);
}

async function* list(bucket: Bucket, prefix: string): AsyncGenerator<StoredEntry> {
  const Prefix = requirePrefix(prefix) && `${prefix}/`;
  for (let ContinuationToken: string | undefined; ; ) {
    const input = { Bucket: bucket.name, Prefix, ...(ContinuationToken && { ContinuationToken }) };
    const page = await bucket.client.send(new ListObjectsV2Command(input), limit(bucket)).catch(unavailable);
    for (const { Key, Size, LastModified } of page.Contents ?? [])
      if (Key?.includes('/')) yield { key: Key, size: Size ?? 0, modified: LastModified ?? new Date(0) };
    if (!page.IsTruncated) return;
    ContinuationToken = page.NextContinuationToken;
  }
}

/** Stores files in a bucket of any S3 server. Calls time out after 10 s. Redirects are not followed. */
export function s3Storage(options: S3Options): Storage {
  const bucket = openBucket(options);
  return {
    place: `the bucket ${options.bucket} at ${options.endpoint}`,
    put: (key, data) => put(bucket, key, data),
    get: (key) => get(bucket, key),
    remove: (key) => remove(bucket, key),
    move: (from, to) => move(bucket, from, to),
    // S3 shows no unfinished uploads.
    removeUnfinished: async () => undefined,
    list: (prefix) => list(bucket, prefix),
  };
}
