import { withSettings } from '@fieldwatch/server/extension'
import { port } from '@fieldwatch/server/platform/settings/port-setting'
import * as endpoints from '../contract/position-endpoints.ts'
import { createOsmAndListener } from './osmand-listener.ts'
import { registerPositionRoutes } from './position-routes.ts'

/** Positions of phones and trackers: OsmAnd, Traccar Client, OwnTracks. */
export const positions = withSettings({
  name: 'positions',
  doors: ['osmand', 'owntracks'],
  endpoints,
  settings: {
    FIELDWATCH_OSMAND_PORT: port
      .optional()
      .describe(
        'Port for trackers with the OsmAnd protocol that have no field for a path, such as `5055`, over HTTP without TLS. Without it they use the address of the portal.',
      ),
  },
  start: (core, stack, { FIELDWATCH_OSMAND_PORT: chosen }) => ({
    unitRoutes: (app) =>
      registerPositionRoutes(app, { ...core, takeRequest: (dataId) => core.requests.polls.takeNext(dataId, 'osmand') }),
    listeners:
      chosen === undefined
        ? []
        : [{ door: 'osmand', role: 'ingest', what: 'OsmAnd trackers', port: chosen, ...createOsmAndListener(stack) }],
  }),
})
