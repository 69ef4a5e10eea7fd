import type { RecordsEvent } from '#platform/bus/bus.ts'
import { countStretch, type SourceGroup } from './record-group.ts'
import type { SourceArrival } from './row-store.ts'

/** The most records that an event carries, and the most bytes of their JSON: one batch of a stream, one message of a unit. */
const MOST_RECORDS = 500
const MOST_BYTES = 64 * 1024

/** The event for the records of one source in one commit. Which of them arrived, listeners read when some were there already. */
export function recordsEvent(
  group: SourceGroup,
  { receivedAt, previousReceivedAt, isRepeated }: SourceArrival,
): RecordsEvent {
  const { source, records, stretches } = group
  const inStretches = stretches.reduce((sum, stretch) => sum + countStretch(stretch), 0)
  const event = {
    dataId: source.dataId,
    source: source.name,
    previousReceivedAt,
    receivedAt,
    count: records.length + inStretches,
  }
  return inStretches > 0 || isRepeated || !areFew(group) ? event : { ...event, records: writtenOut(group) }
}

function areFew({ records }: SourceGroup): boolean {
  return records.length <= MOST_RECORDS && records.reduce((sum, { json }) => sum + json.length, 0) <= MOST_BYTES
}

function writtenOut({ records }: SourceGroup): NonNullable<RecordsEvent['records']> {
  const written = records.map(({ at, json }) => ({ at, fields: json }))
  // Stand-in times may have moved, so the order of time is restored.
  return records.some(({ isStandIn }) => isStandIn) ? written.sort((one, other) => one.at - other.at) : written
}
