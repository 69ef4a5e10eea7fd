import type { Arrived } from '#records/arrivals/consumer.ts'
import { arrivedOf, latestOf } from '../event-sources.ts'
import type { FindingWork } from '../find-occurrences.ts'
import type { Extension } from '../finding-store.ts'
import type { Occurrence } from '../occurrence.ts'
import { fromStart, given, readingOf } from '#records/store/number-reading.ts'
import type { ScanCheckpoint } from '../scan-checkpoint.ts'
import { CHECKPOINT_EVERY, type JourneyParts, toOccurrence } from './find-journeys.ts'
import { lastingJourney } from './follow-journey.ts'
import { textOfState } from './journey-checkpoint-store.ts'
import type { Journey, JourneyMemory } from './journey-state.ts'
import { type JourneyScan, passOthers, takeRecord } from './scan-journeys.ts'

/** Takes records that are later than all that were seen, and changes what is known with them. The extension has nothing where nothing changed. */
export async function continueJourneys(
  work: Pick<FindingWork, 'reader' | 'table' | 'sources'>,
  parts: JourneyParts,
  { known, memory }: { readonly known: ScanCheckpoint; readonly memory: JourneyMemory },
  arrived: readonly Arrived[],
): Promise<{ tail: ScanCheckpoint; extension: Extension | undefined }> {
  const { table, sources } = work
  const { columns, checkpoints } = parts
  const { state } = memory
  const lasted = lastingJourney(columns.kind, state, columns.rule)?.startAt
  const found: Journey[] = []
  const others = sources.others.map((source) => ({
    places: source.places,
    reading: readingOf(given(arrivedOf(source, arrived))),
  }))
  const seen = { upTo: known.upTo }
  const scan: JourneyScan = { columns, state, others, seen, found: (journey) => found.push(journey) }
  const own = fromStart(arrivedOf(sources.own, arrived), table.startAt)
  for (const index of own.at.keys()) {
    if (others.length > 0) await passOthers(scan, (own.at[index] ?? 0) + 1)
    takeRecord(scan, own, index)
  }
  await passOthers(scan, Infinity)
  const lasting = lastingJourney(columns.kind, state, columns.rule)
  if (lasting !== undefined) found.push(lasting)
  const grown: Occurrence[] = []
  for (const journey of found) grown.push(await toOccurrence(work, parts, journey))
  const changed = own.at.length > 0 && (grown.length > 0 || lasted !== undefined)
  // One that was none after all, as the unit jumped back, goes.
  const extension = changed ? { table, occurrences: grown, gone: lasted } : undefined
  const upTo = latestOf(arrived, seen.upTo)
  const count = memory.count + own.at.length
  const isDue = count >= CHECKPOINT_EVERY
  if (isDue) await checkpoints.save(table.id, new Map([[upTo, textOfState(state)]]))
  return { tail: { ...known, upTo, journeys: { state, count: isDue ? 0 : count }, pending: [] }, extension }
}
