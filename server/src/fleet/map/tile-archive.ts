import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import type { TileAddress } from '@fieldwatch/contract/api/map'
import { PMTiles, type RangeResponse, SharedPromiseCache, type Source, TileType } from 'pmtiles'

/** Directories that are kept, of the more than ten thousand that a map of the world has. */
const DIRECTORIES = 64
const HEADER_BYTES = 127
/** No tile and no directory of a sound file is larger. */
const MOST_BYTES = 16 * 1024 * 1024

/** A map in one file (PMTiles), read tile by tile. */
export type TileArchive = Awaited<ReturnType<typeof openTileArchive>>

/** @throws Error with a sentence when the file cannot be read, or holds no map of vector tiles */
export async function openTileArchive(path: string) {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size < HEADER_BYTES) throw new Error('it is too short')
    const archive = new PMTiles(createFileSource(file, { path, size }), new SharedPromiseCache(DIRECTORIES))
    const header = await archive.getHeader()
    if (header.tileType !== TileType.Mvt) throw new Error('it holds no vector tiles')
    const metadata: unknown = await archive.getMetadata()
    const described: Readonly<Record<string, unknown>> = typeof metadata === 'object' ? { ...metadata } : {}
    return {
      header,
      /** What the file says of itself. */
      metadata: described,
      /** A vector tile, not compressed; undefined where the file has none. */
      readTile: async ({ z, x, y }: TileAddress): Promise<Uint8Array | undefined> => {
        const tile = await archive.getZxy(z, x, y)
        return tile && new Uint8Array(tile.data)
      },
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

function createFileSource(file: FileHandle, { path, size }: { path: string; size: number }): Source {
  return {
    getKey: () => basename(path),
    getBytes: async (offset, length): Promise<RangeResponse> => {
      const wanted = Math.min(length, size - offset)
      if (!(wanted > 0) || wanted > MOST_BYTES) throw new Error('it points past its own end')
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(wanted), length: wanted, position: offset })
      if (bytesRead < wanted) throw new Error('it has been cut short')
      return { data: buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + wanted) }
    },
  }
}
