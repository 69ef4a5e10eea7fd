import compress from '@fastify/compress'
import type { AnyEndpoint } from '@fieldwatch/contract/endpoint'
import type { FastifyInstance } from 'fastify'

/** Shorter bodies fit into one packet anyhow. */
const SHORTEST_BYTES = 1024

/** Up to here the event loop compresses at once, in some 0.2 ms; longer bodies are compressed by the threads of zlib. */
const LONGEST_AT_ONCE_BYTES = 16 * 1024

/** Lets JSON replies be compressed, for those who accept it. Requests are not unpacked: their sizes are bounded as they come. */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    globalDecompression: false,
    customTypes: /^application\/json/,
    encodings: ['br', 'gzip'],
    threshold: SHORTEST_BYTES,
    syncThreshold: LONGEST_AT_ONCE_BYTES,
  })
}

/**
 * Whether replies of an endpoint may be compressed. Only those to an ID token: no other site can make a browser send one, so
 * nobody learns a secret from the length of a body that has a text of theirs in it (BREACH). Streams have to flush.
 */
export function isCompressible({ access, format }: AnyEndpoint): boolean {
  return access === 'session' && format === 'json'
}
