import { getMapSettings, getPlaceTile, getStreetTile, getWorldTile } from '@fieldwatch/contract/api/map'
import { getNearestPlace } from '@fieldwatch/contract/units/nearest-place'
import type { FastifyInstance } from 'fastify'
import { DomainError } from '#platform/errors/domain-error.ts'
import { addRoute, addSendingRoute } from '#platform/http/add-route.ts'
import { success } from '#platform/http/envelope.ts'
import type { Places } from '#fleet/gazetteer/places.ts'
import { sendTile } from '#platform/http/send-tile.ts'
import { describeStreets } from './open-street-map.ts'
import type { TileArchive } from './tile-archive.ts'
import type { WorldMap } from './world-map.ts'

export interface ConfiguredMap {
  readonly styleUrl: string | undefined
  readonly googleMapsKey: string | undefined
  /** A street map in a file of the portal's own. */
  readonly streets: TileArchive | undefined
}

interface Dependencies {
  readonly settings: ConfiguredMap
  readonly world: WorldMap
  readonly places: Places
}

/** Ground and names only change with a new version of the portal, so a browser may keep them for a week. */
const A_WEEK = 'public, max-age=604800'
/** The street map may be another file after the next start. */
const A_DAY = 'private, max-age=86400'

/** What the web app draws maps with. */
export function registerMapRoutes(app: FastifyInstance, { settings, world, places }: Dependencies): void {
  addRoute(app, getMapSettings, async () => {
    const { styleUrl, googleMapsKey, streets } = settings
    return success({
      styleUrl: styleUrl ?? null,
      googleMapsKey: googleMapsKey ?? null,
      streets: streets === undefined ? null : describeStreets(streets),
    })
  })

  addSendingRoute(app, getWorldTile, async ({ params, request, reply }) =>
    sendTile(request, reply, await world.readTile(params), { cache: A_WEEK }),
  )

  addSendingRoute(app, getPlaceTile, async ({ params, request, reply }) =>
    sendTile(request, reply, await places.tile(params), { cache: A_WEEK }),
  )

  addSendingRoute(app, getStreetTile, async ({ params, request, reply }) => {
    if (settings.streets === undefined) throw new DomainError('map/no-streets')
    await sendTile(request, reply, await settings.streets.readTile(params), { cache: A_DAY })
  })

  addRoute(app, getNearestPlace, async ({ query }) => {
    const found = await places.nearest(query)
    if (found === undefined) throw new DomainError('map/no-town-near')
    return success(found)
  })
}
