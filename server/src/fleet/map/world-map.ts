import type { TileAddress } from '@fieldwatch/contract/api/map'
import { DomainError } from '#platform/errors/domain-error.ts'
import { openTileArchive, type TileArchive } from './tile-archive.ts'

export type WorldMap = ReturnType<typeof createWorldMap>

/** The ground of the offline base map, from the archive that the web app's build writes to `path`. */
export function createWorldMap(path: string) {
  let opening: Promise<TileArchive> | undefined

  function open(): Promise<TileArchive> {
    opening ??= openTileArchive(path).catch((error: unknown) => {
      opening = undefined
      throw new DomainError('map/not-built', { cause: error })
    })
    return opening
  }

  return {
    /** @throws DomainError map/not-built, when the web app is not built yet */
    readTile: async (address: TileAddress) => (await open()).readTile(address),
    close: async () => {
      // Readers of tiles got the failure.
      const archive = await opening?.catch(() => undefined)
      await archive?.close()
    },
  }
}
