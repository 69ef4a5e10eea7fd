import { randomUUID } from 'node:crypto'
import type { Parts, ThingBuilders } from '@fieldwatch/server/features/consequences/testing/build-things'
import { createThingRows } from '@fieldwatch/server/features/consequences/testing/thing-rows'

/** A network server of an entity. */
export function createThings({ db, clock }: Parts): ThingBuilders {
  const { add } = createThingRows(db)
  return {
    'network server': async (base) => {
      const chirp = {
        kind: 'chirpstack',
        url: 'https://x.example',
        api_key: Buffer.from(randomUUID()),
        application: 'a',
        f_port: 1,
      }
      const server = { id: randomUUID(), entity_id: base.north, name: 'Net', confirmed: false, ...chirp }
      return add('network_server', { ...server, created_by: base.maker.userId, created_at: new Date(clock()) })
    },
  }
}
