/**
 * Frees the memory of buffers at once instead of when it is collected. V8 counts such memory and collects the whole heap for every 64 MB of it,
 * whether it is still in use or not.
 */
export function releaseBuffers(buffers: Iterable<ArrayBufferLike>): void {
  for (const buffer of buffers) if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0)
}

/** Whether nothing else is in the memory of these bytes: small buffers share theirs. */
export function isAlone({ buffer, length }: Buffer): boolean {
  return length === buffer.byteLength
}
