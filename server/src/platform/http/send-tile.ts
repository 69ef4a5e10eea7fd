import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compress = promisify(gzip)

/** Smaller tiles are not compressed: the header would outweigh the saving. */
const SMALLEST = 200

interface TileOptions {
  /** What `cache-control` says. */
  readonly cache: string
}

/** Answers with a vector tile, or with 204 where the map has none. */
export async function sendTile(
  request: FastifyRequest,
  reply: FastifyReply,
  tile: Uint8Array | undefined,
  { cache }: TileOptions,
): Promise<void> {
  void reply.header('cache-control', cache).header('vary', 'accept-encoding')
  if (tile === undefined || tile.length === 0) {
    await reply.code(204).send()
    return
  }
  void reply.type('application/vnd.mapbox-vector-tile')
  const compressed = tile.length >= SMALLEST && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
  if (compressed) void reply.header('content-encoding', 'gzip')
  await reply.send(compressed ? await compress(tile) : Buffer.from(tile))
}
