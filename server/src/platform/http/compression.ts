import { constants, type ZlibOptions, type ZstdOptions } from 'node:zlib'
import compress from '@fastify/compress'
import type { AnyEndpoint } from '@fieldwatch/contract/api/endpoint'
import type { FastifyInstance } from 'fastify'

/** Shorter bodies fit into one packet. */
const SHORTEST_BYTES = 1024

/** Shorter bodies are compressed on the event loop, in some 0.2 ms; longer ones by the threads of zlib. */
const LONGEST_AT_ONCE_BYTES = 16 * 1024

/** At this level zstd is as small as Brotli at 4 in a third of its time. Gzip takes the same options, and passes over these. */
const ZSTD_OPTIONS: ZlibOptions & ZstdOptions = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** Compresses JSON replies for clients that accept it. Requests are not decompressed: their sizes are bounded as they arrive. */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    globalDecompression: false,
    customTypes: /^application\/json/,
    encodings: ['zstd', 'br', 'gzip'],
    zlibOptions: ZSTD_OPTIONS,
    threshold: SHORTEST_BYTES,
    syncThreshold: LONGEST_AT_ONCE_BYTES,
  })
}

/**
 * Whether replies of an endpoint may be compressed: only those that need an ID token. Other sites cannot make a browser send one,
 * so body lengths leak no secret (BREACH). Streams are excluded because they have to flush.
 */
export function isCompressible({ access, format }: AnyEndpoint): boolean {
  return access === 'session' && format === 'json'
}
