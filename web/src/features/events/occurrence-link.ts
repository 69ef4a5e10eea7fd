import type { EventOccurrence } from '@fieldwatch/contract/events/events'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { formatPickedRange } from '#shared/time-range/picked-range.ts'

/** So much of its length is shown before and behind an occurrence, and never less than some minutes. */
const MARGIN = 0.5
const LEAST_MARGIN_MS = 10 * 60_000

/** Where the period of an occurrence is drawn, with its event table shaded. */
export function occurrenceLink(dataId: DataId, name: string, { startUTC, duration }: EventOccurrence) {
  const start = Date.parse(startUTC)
  const margin = Math.max(LEAST_MARGIN_MS, Math.round(duration * MARGIN))
  const range = { kind: 'fixed', from: start - margin, to: start + duration + margin } as const
  return {
    to: '/dashboard/$dataID/time-series',
    params: { dataID: dataId },
    search: { history: formatPickedRange(range), events: name, at: startUTC },
  } as const
}

export type OccurrenceLink = ReturnType<typeof occurrenceLink>
