import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  NoSuchKey,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { requireKey, requirePrefix, type Storage, StorageUnavailable, type StoredEntry } from './storage.ts';

export interface S3Options {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly access_key_id: string;
  readonly secret_access_key: string;
  /** For one call, retries included; 10 s unless said (Limits: outbound). */
  readonly timeout_ms?: number;
}

const TIMEOUT_MS = 10_000;
const TRIES = 2;

/** Without the cause itself: it holds the whole request, whose signature does not belong into a log. */
const unavailable = (cause: unknown): never => {
  const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  throw new StorageUnavailable(`The S3 storage does not answer as it should (${reason}).`);
};

const isMissing = (error: unknown) =>
  error instanceof NoSuchKey || (error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name));

/** Files in a bucket of any server that speaks S3. Every call ends within 10 s; no redirect is followed. */
export function s3Storage(options: S3Options): Storage {
  const { endpoint, region, bucket, access_key_id, secret_access_key, timeout_ms = TIMEOUT_MS } = options;
  const client = new S3Client({
    endpoint,
    region,
    // Works with every server; names as hosts need a wildcard in the DNS.
    forcePathStyle: true,
    followRegionRedirects: false,
    maxAttempts: TRIES,
    credentials: { accessKeyId: access_key_id, secretAccessKey: secret_access_key },
    // Servers other than Amazon's do not know the newer checksums yet.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const Bucket = bucket;
  const limit = () => ({ abortSignal: AbortSignal.timeout(timeout_ms) });

  return {
    async put(key, data, { type }) {
      const upload = new Upload({
        client,
        params: { Bucket, Key: requireKey(key), Body: data, ContentType: type },
        leavePartsOnError: false,
      });
      const timer = setTimeout(() => void upload.abort(), timeout_ms);
      let broken: unknown;
      // What breaks off on our side is the reader's error, not the storage's.
      if (!Buffer.isBuffer(data)) data.once('error', (error) => (broken = error));
      await upload
        .done()
        .catch((cause: unknown) => {
          if (broken) throw broken;
          return unavailable(cause);
        })
        .finally(() => clearTimeout(timer));
    },
    async get(key) {
      const Key = requireKey(key);
      const found = await client.send(new GetObjectCommand({ Bucket, Key }), limit()).catch((error: unknown) => {
        if (isMissing(error)) return null;
        return unavailable(error);
      });
      if (!found) return null;
      return {
        stream: found.Body as Readable,
        size: found.ContentLength ?? 0,
        type: found.ContentType ?? 'application/octet-stream',
      };
    },
    async remove(key) {
      const Key = requireKey(key);
      await client.send(new DeleteObjectCommand({ Bucket, Key }), limit()).catch((error: unknown) => {
        if (!isMissing(error)) unavailable(error);
      });
    },
    async *list(prefix): AsyncGenerator<StoredEntry> {
      const Prefix = requirePrefix(prefix) && `${prefix}/`;
      for (let ContinuationToken: string | undefined; ; ) {
        const command = new ListObjectsV2Command({ Bucket, Prefix, ...(ContinuationToken && { ContinuationToken }) });
        const page = await client.send(command, limit()).catch(unavailable);
        for (const { Key, Size, LastModified } of page.Contents ?? [])
          if (Key) yield { key: Key, size: Size ?? 0, modified: LastModified ?? new Date(0) };
        if (!page.IsTruncated) return;
        ContinuationToken = page.NextContinuationToken;
      }
    },
    async check() {
      await client.send(new HeadBucketCommand({ Bucket }), limit()).catch(unavailable);
    },
  };
}
