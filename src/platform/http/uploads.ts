import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { FilePart } from '#platform/contract/endpoint.ts';
import type { ErrorCode } from '#platform/contract/errors.ts';
import { codeOf } from '#platform/lib/error-codes.ts';
import { FILE_MODE, FOLDER_MODE } from '#platform/storage/data-dir.ts';
import { LEFT_BEHIND_MS, removeStaleFiles } from '#platform/storage/stale-files.ts';
import { StorageFull, storageError } from '#platform/storage/storage.ts';
import { Failure, fail } from './errors.ts';

/** For the plugin; the endpoint limits the size of a file. */
export const MULTIPART_LIMITS = {
  files: 1,
  fields: 10,
  parts: 12,
  fieldSize: 16 * 1024,
  fieldNameSize: 100,
  headerPairs: 50,
};

export interface ReceivedFile {
  readonly path: string;
  readonly size: number;
  /** The client's name for it, only a hint. */
  readonly filename: string;
  /** The client's type for it, only a hint. */
  readonly type: string;
  /** Aborted if the client disconnects before the response. */
  readonly signal: AbortSignal;
}

export interface Upload {
  readonly fields: Record<string, string>;
  readonly files: Record<string, ReceivedFile>;
  /** Deletes the temporary files; safe to repeat. */
  cleanup(): Promise<void>;
}

const tmpOf = (data_dir: string) => join(data_dir, 'tmp');

const PLUGIN: Record<string, ErrorCode> = {
  FST_PARTS_LIMIT: 'body_too_large',
  FST_FILES_LIMIT: 'body_too_large',
  FST_FIELDS_LIMIT: 'body_too_large',
  FST_REQ_FILE_TOO_LARGE: 'body_too_large',
  FST_PROTO_VIOLATION: 'malformed_body',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_media_type',
  FST_INVALID_JSON_FIELD_ERROR: 'malformed_body',
  FST_MP_PREMATURE_CLOSE: 'malformed_body',
  ERR_STREAM_PREMATURE_CLOSE: 'malformed_body',
  ECONNRESET: 'malformed_body',
};

/** The parser's errors have no codes, only these messages. */
const BROKEN_FORM = /multipart|boundary|terminated early|header|Unexpected end|aborted|premature close/i;

function toFailure(error: unknown): unknown {
  if (error instanceof Failure || !(error instanceof Error)) return error;
  if (error instanceof StorageFull) return new Failure('storage_full');
  const known = PLUGIN[codeOf(error)] ?? (BROKEN_FORM.test(error.message) ? 'malformed_body' : undefined);
  return known ? new Failure(known) : error;
}

/** Writes a part to disk. Opens the file first, or an abort could create it after its removal. */
async function spool(part: MultipartFile, limits: FilePart, path: string): Promise<number> {
  const handle: FileHandle = await open(path, 'wx', FILE_MODE);
  const sink = handle.createWriteStream();
  try {
    await pipeline(part.file, sink);
  } catch (error) {
    throw storageError(error);
  } finally {
    await handle.close();
  }
  if (part.file.truncated || sink.bytesWritten > limits.max_bytes) fail(limits.too_large);
  return sink.bytesWritten;
}

function readField(part: Multipart & { type: 'field' }): string {
  if (part.fieldnameTruncated || typeof part.value !== 'string') return fail('malformed_body');
  return part.valueTruncated ? fail('body_too_large') : part.value;
}

/** Discards the rest of the body, which would block the connection's next request. */
function discardRest({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}

/**
 * Reads a multipart body: fields as text, the endpoint's files into `<data_dir>/tmp`, other files dropped. Fails with
 * the part's `too_large`, `body_too_large`, `malformed_body` or `storage_full`, and leaves no file. Ignores an empty
 * file part without a name, which browsers send for an empty field.
 */
export async function receiveFiles(
  request: FastifyRequest,
  wanted: Readonly<Record<string, FilePart>>,
  data_dir: string,
): Promise<Upload> {
  const fields: Record<string, string> = Object.create(null);
  const files: Record<string, ReceivedFile> = Object.create(null);
  const paths: string[] = [];
  // The request closes when its body has been read, so listen to the socket.
  const { socket } = request.raw;
  const hangUp = new AbortController();
  const onClose = () => hangUp.abort();
  socket.once('close', onClose);
  // It might have closed during sign-in.
  if (socket.destroyed) hangUp.abort();
  const cleanup = async () => {
    socket.off('close', onClose);
    await Promise.all(paths.map((path) => rm(path, { force: true })));
  };
  const largest = Math.max(0, ...Object.values(wanted).map((part) => part.max_bytes));
  try {
    const limits = { ...MULTIPART_LIMITS, fileSize: largest };
    for await (const part of request.parts({ limits, throwFileSizeLimit: false } as Parameters<
      FastifyRequest['parts']
    >[0])) {
      if (part.type === 'field') {
        fields[part.fieldname] = readField(part);
        continue;
      }
      const limit = Object.hasOwn(wanted, part.fieldname) ? wanted[part.fieldname] : undefined;
      if (!limit) {
        part.file.resume();
        continue;
      }
      await mkdir(tmpOf(data_dir), { recursive: true, mode: FOLDER_MODE });
      const path = join(tmpOf(data_dir), randomUUID());
      paths.push(path);
      const size = await spool(part, limit, path);
      if (size === 0 && !part.filename) continue;
      files[part.fieldname] = { path, size, filename: part.filename, type: part.mimetype, signal: hangUp.signal };
    }
    return { fields, files, cleanup };
  } catch (error) {
    discardRest(request);
    await cleanup();
    throw toFailure(error);
  }
}

/** Deletes what killed processes left in `<data_dir>/tmp`. */
export const sweepUploads = (data_dir: string, now: Date): Promise<void> =>
  removeStaleFiles(tmpOf(data_dir), LEFT_BEHIND_MS, now);
