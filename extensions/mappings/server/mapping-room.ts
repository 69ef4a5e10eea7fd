import type { Ingest } from '@fieldwatch/server/doors/ingest/start-ingest'
import type { RecordTogether } from '@fieldwatch/server/doors/senders/record-at-door'
import { ofEntity } from '@fieldwatch/server/people/resources/resource-store'
import type { Platform } from '@fieldwatch/server/platform/floor'
import { createCapturedStore } from './captured-store.ts'
import { createKnownMappings } from './known-mappings.ts'
import { createMappingStore } from './mapping-store.ts'
import { createReceiveAny } from './receive-any.ts'
import { createReplay } from './replay-captured.ts'

interface Parts extends Pick<Platform, 'database' | 'bus' | 'clock' | 'worker'> {
  readonly server: { readonly name: string }
  readonly recordTogether: RecordTogether
  readonly entrance: Pick<Ingest, 'unitAuthenticator'>
}

/** The generic JSON door: mappings say, also afterwards, what a message of any shape means. */
export function createMappingRoom(parts: Parts, stack: AsyncDisposableStack) {
  const { database, bus, clock, recordTogether } = parts
  const { db } = database.ingest
  const { list } = createMappingStore(db)
  const mappings = createKnownMappings({ list: (entity) => list(ofEntity('messageMapping', entity)), bus })
  stack.defer(async () => mappings.close())
  const background = { db: database.background.db, server: parts.server.name, clock, recordTogether }
  const replays = parts.worker.add(createReplay({ ...background, ...parts.entrance }))
  return {
    receive: createReceiveAny({ mappings, captured: createCapturedStore(db), recordTogether }),
    wake: replays.wake,
  }
}
