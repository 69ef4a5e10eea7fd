import { gzipSync } from 'node:zlib'
import { zxyToTileId } from 'pmtiles'

export interface ArchivedTile {
  readonly z: number
  readonly x: number
  readonly y: number
  /** Not compressed; a vector tile unless the archive says otherwise. */
  readonly bytes: Uint8Array
}

interface ArchiveOptions {
  /** Such as `attribution` and `vector_layers`. */
  readonly metadata?: object
  /** West, south, east, north. */
  readonly bounds?: readonly [number, number, number, number]
  /** As PMTiles counts them: 1 for vector tiles, 2 for PNG. */
  readonly tileType?: number
}

const HEADER_BYTES = 127
/** Header and root directory have to lie within so many bytes; leaf directories, which larger archives need, are not made here. */
const ROOT_BYTES = 16_384
const GZIP = 2

/**
 * A PMTiles archive (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md) of some thousand tiles. Tiles that are
 * the same are kept once.
 * @throws Error when there are more tiles than one directory holds
 */
export function writeTileArchive(tiles: readonly ArchivedTile[], options: ArchiveOptions = {}): Uint8Array {
  const sorted = tiles
    .map((tile) => ({ id: zxyToTileId(tile.z, tile.x, tile.y), bytes: Buffer.from(tile.bytes) }))
    .toSorted((one, other) => one.id - other.id)
  const contents = new Map<string, { offset: number; length: number }>()
  const data: Buffer[] = []
  let end = 0
  const entries = sorted.map(({ id, bytes }) => {
    const key = bytes.toString('latin1')
    let content = contents.get(key)
    if (content === undefined) {
      const compressed = gzipSync(bytes, { level: 9 })
      content = { offset: end, length: compressed.length }
      contents.set(key, content)
      data.push(compressed)
      end += compressed.length
    }
    return { id, ...content }
  })
  const root = gzipSync(directoryOf(entries))
  if (HEADER_BYTES + root.length > ROOT_BYTES) throw new Error(`${tiles.length} tiles are too many for one directory`)
  const metadata = gzipSync(JSON.stringify(options.metadata ?? {}))
  const dataOffset = HEADER_BYTES + root.length + metadata.length
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles', 'latin1')
  header.writeUInt8(3, 7)
  const sections = [
    [HEADER_BYTES, root.length],
    [HEADER_BYTES + root.length, metadata.length],
    [dataOffset, 0],
    [dataOffset, end],
    [tiles.length, entries.length],
    [contents.size],
  ].flat()
  for (const [place, number] of sections.entries()) header.writeBigUInt64LE(BigInt(number), 8 + 8 * place)
  const zooms = tiles.map(({ z }) => z)
  header.writeUInt8(0, 96)
  header.writeUInt8(GZIP, 97)
  header.writeUInt8(GZIP, 98)
  header.writeUInt8(options.tileType ?? 1, 99)
  header.writeUInt8(Math.min(...zooms), 100)
  header.writeUInt8(Math.max(...zooms), 101)
  const bounds = options.bounds ?? [-180, -85, 180, 85]
  for (const [place, degrees] of bounds.entries()) header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * place)
  return Buffer.concat([header, root, metadata, ...data])
}

/** Columns of varints: how far each id is from the one before, run lengths, lengths, offsets (plus one). */
function directoryOf(entries: readonly { id: number; offset: number; length: number }[]): Buffer {
  const bytes: number[] = []
  const put = (number: number): void => {
    let rest = number
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80)
    bytes.push(rest)
  }
  put(entries.length)
  for (const [index, { id }] of entries.entries()) put(id - (entries[index - 1]?.id ?? 0))
  for (const _ of entries) put(1)
  for (const { length } of entries) put(length)
  for (const { offset } of entries) put(offset + 1)
  return Buffer.from(bytes)
}
