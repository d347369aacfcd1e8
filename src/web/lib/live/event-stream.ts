/**
 * The data of server-sent events, one after the other, as they come. Comments (heartbeats) are no events, but `onSign`
 * hears of every piece that arrives. Ends with the stream, throws when the connection breaks.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>, onSign: () => void): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onSign();
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) if (block.startsWith('data: ')) yield block.slice(6);
    }
  } finally {
    reader.releaseLock();
  }
}
