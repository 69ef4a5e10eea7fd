import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Clock } from '@fieldwatch/server/platform/time/clock'
import type { DecodedMessage } from '@fieldwatch/server/doors/ingest/decode-message'
import { CHILD_TELEMETRY } from '@fieldwatch/contract/units/gateway-children'
import { createTimeSlots, type FindStored } from '@fieldwatch/server/doors/senders/time-slots'

interface Parts {
  readonly findStored: FindStored
  readonly clock: Clock
}

/** Where a message goes: the children of a gateway may send to sources of one unit at one moment. */
interface Place {
  readonly dataId: DataId
  readonly source: string
}

/**
 * ThingsBoard keeps every key by itself, so devices send values of one moment in several messages. Each gets a millisecond of its own, so
 * that none replaces another; a message that comes again keeps its time.
 * @throws DomainError server/unavailable
 */
export type PlaceApart = (place: Place, message: DecodedMessage) => Promise<DecodedMessage>

export function createPlaceApart({ findStored, clock }: Parts): PlaceApart {
  // Each source has times of its own.
  const slots = createTimeSlots({
    findStored: (key, sources, times) => findStored(key.slice(0, key.indexOf('/')) as DataId, sources, times),
    clock,
  })
  return ({ dataId, source }, message) =>
    slots.decodeApart({
      dataId: `${dataId}/${source}` as DataId,
      sources: [source],
      decode: (place) => ({
        ...message,
        records: message.records.map((record) =>
          record.at === undefined ? record : { ...record, at: place(record.at, { [source]: record.fields }) },
        ),
      }),
    })
}

/** Where a device sends for itself. */
export function ownTelemetry({ dataId }: { readonly dataId: DataId }): Place {
  return { dataId, source: CHILD_TELEMETRY }
}
