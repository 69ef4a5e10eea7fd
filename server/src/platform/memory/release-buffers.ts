/** Frees the memory of buffers at once. V8 counts such memory and collects the whole heap for every 64 MB of it, used or not. */
export function releaseBuffers(buffers: Iterable<ArrayBufferLike>): void {
  for (const buffer of buffers) if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0)
}

/** Whether these bytes have their memory to themselves: small buffers share a pool. */
export function isAlone({ buffer, length }: Buffer): boolean {
  return length === buffer.byteLength
}
