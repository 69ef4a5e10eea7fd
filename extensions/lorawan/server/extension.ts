import type { Core, ServerExtension, StartedExtension } from '@fieldwatch/server/extension'
import * as networkServerEndpoints from '../contract/network-servers.ts'
import * as codecEndpoints from '../contract/template-codec.ts'
import * as uplinkEndpoints from '../contract/uplink-endpoints.ts'
import { createCatchUpWork } from './catch-up.ts'
import type { Codec } from './codecs/codec-rests.ts'
import { registerCodecRoutes } from './codecs/codec-routes.ts'
import { createCodecSandbox } from './codecs/codec-sandbox.ts'
import { createUnitCodecs } from './codecs/codec-store.ts'
import { tellOfRest } from './codecs/tell-of-rest.ts'
import { keepConnected } from './keep-connected.ts'
import { registerLorawanRoutes } from './lorawan-routes.ts'
import { createLorawanStore } from './lorawan-store.ts'
import { NETWORK_SERVERS } from './network-servers/network-server-consequences.ts'
import { createNetworkServerRoom } from './network-servers/network-server-room.ts'
import { registerNetworkServerRoutes } from './network-servers/network-server-routes.ts'
import './say.ts'
import { createTakeEvent } from './take-event.ts'

/** Devices that send by LoRaWAN network servers, which take requests to them, and the codecs of their payloads. */
export const lorawan: ServerExtension = {
  name: 'lorawan',
  doors: ['things-stack', 'chirpstack'],
  endpoints: { ...networkServerEndpoints, ...codecEndpoints, ...uplinkEndpoints },
  activity: { 'network server': { topic: 'organisation', named: ['networkServer', 'name'] } },
  consequences: () => ({ 'network server': NETWORK_SERVERS }),
  start,
}

function start(core: Core, stack: AsyncDisposableStack): StartedExtension {
  const { database, clock, worker, doors } = core
  const onRest = (codec: Codec): Promise<void> => tellOfRest({ ...core, db: database.background.db }, codec)
  const sandbox = createCodecSandbox({ ...core, onRest })
  stack.defer(() => sandbox.close())
  const unitDb = database.ingest.db
  const codecs = createUnitCodecs(unitDb, clock)
  const networkServers = createNetworkServerRoom({ ...core, codecs, sandbox })
  const take = createTakeEvent({ ...core, ...networkServers, uplinks: createLorawanStore(unitDb), codecs, sandbox })
  const background = { ...core, db: database.background.db, server: core.server.name, take }
  worker.add(createCatchUpWork(background))
  if (doors.has('chirpstack')) keepConnected(background)
  return {
    routes: (app) => {
      registerCodecRoutes(app, { ...core, db: database.db, sandbox })
      registerNetworkServerRoutes(app, { ...core, db: database.db })
    },
    unitRoutes: (app) => registerLorawanRoutes(app, { ...core, take }),
  }
}
