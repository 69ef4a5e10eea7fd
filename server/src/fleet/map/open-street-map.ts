import type { StreetMap } from '@fieldwatch/contract/api/map'
import { reasonText } from '#platform/errors/reason-text.ts'
import { openTileArchive, type TileArchive } from './tile-archive.ts'

/** The layers of a map in the scheme of Protomaps, without which nothing would be drawn. */
const LAYERS = ['earth', 'roads', 'places']

/**
 * Opens the street map that `FIELDWATCH_MAP_PMTILES` names.
 * @throws Error with a sentence that names the setting and the file
 */
export async function openStreetMap(path: string): Promise<TileArchive> {
  try {
    const archive = await openTileArchive(path)
    const layers = layersOf(archive)
    if (LAYERS.some((layer) => layers.includes(layer))) return archive
    await archive.close()
    throw new Error(`it has none of the layers ${LAYERS.join(', ')} of the Protomaps scheme`)
  } catch (error) {
    throw new Error(`FIELDWATCH_MAP_PMTILES is not valid: ${path} is no street map: ${reasonText(error)}.`, {
      cause: error,
    })
  }
}

/** Maps in the scheme of Protomaps are made from the data of OpenStreetMap, whose licence asks to say so. */
const OPEN_STREET_MAP =
  '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">© OpenStreetMap</a>'

export function describeStreets({ header, metadata }: TileArchive): StreetMap {
  const { attribution } = metadata
  return {
    minZoom: header.minZoom,
    maxZoom: header.maxZoom,
    bounds: [header.minLon, header.minLat, header.maxLon, header.maxLat],
    attribution: typeof attribution === 'string' && attribution !== '' ? attribution : OPEN_STREET_MAP,
  }
}

function layersOf({ metadata }: TileArchive): string[] {
  const layers: unknown = metadata['vector_layers']
  if (!Array.isArray(layers)) return []
  return layers.flatMap((layer: unknown) =>
    typeof layer === 'object' && layer !== null && 'id' in layer ? [String(layer.id)] : [],
  )
}
