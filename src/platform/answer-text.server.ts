/** Reads a body part by part, and the answer of another server no further than a limit. */

/** The parts of a body; leaving the loop ends it. @param told of each part */
export async function* partsOf(
  { body }: { readonly body: ReadableStream<Uint8Array> | null },
  told?: () => void,
): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      told?.();
      yield part.value;
    }
  } finally {
    await reader?.cancel();
  }
}

/** @param most bytes @throws Error as soon as there are more */
export async function readLimited(response: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of partsOf(response)) {
    bytes += part.byteLength;
    if (bytes > most) throw new Error('answer too long');
    chunks.push(part);
  }
  return Buffer.concat(chunks).toString();
}
