import type { ActionBatch, ActionBatchTable, BatchUnit } from '@fieldwatch/contract/action-batches'
import { CANCELLED, NOT_SENT, OK, PENDING, TIMEOUT } from '@fieldwatch/contract/action-messages'

/** How far a batch is, in a sentence. */
export function batchText({
  state,
  stopAfter,
  units,
}: Pick<ActionBatchTable, 'state' | 'stopAfter' | 'units'>): string {
  switch (state) {
    case 'first':
      return units.length === 1
        ? 'It is on its way to the unit.'
        : 'It goes to one unit first. The others get it when one has answered OK.'
    case 'rest':
      return 'One answered OK. The others are getting it.'
    case 'finished':
      return 'It is done.'
    default: {
      const failures = units.filter(hasFailed).length
      const stopped = failures < stopAfter ? 'Stopped.' : `Stopped after ${failuresText(failures)}.`
      return `${stopped} What no unit had yet is not sent any more.`
    }
  }
}

/** By itself: what was taken back does not tell who or what stopped the batch. */
function hasFailed({ state, status }: Pick<BatchUnit, 'state' | 'status'>): boolean {
  return state === 'expired' || (state === 'answered' && status !== OK)
}

function failuresText(count: number): string {
  return count === 1 ? '1 failure' : `${count.toLocaleString('en')} failures`
}

/** How many units are how far. */
export function countsText({ ok, failed, open, leftOut }: ActionBatch['counts']): string {
  const parts = [
    `${ok} OK`,
    `${failed} not OK`,
    ...(open > 0 ? [`${open} to go`] : []),
    ...(leftOut > 0 ? [`${leftOut} left out`] : []),
  ]
  return parts.join(' · ')
}

/** What became of it at a unit: the status in a word or two, and what that means. */
export function memberText(unit: Pick<BatchUnit, 'state' | 'status' | 'handedOverUTC'>): {
  status: string
  note?: string
} {
  switch (unit.state) {
    case 'queued':
      return { status: 'Not sent yet', note: 'Its turn has not come.' }
    case 'left-out':
      return { status: 'Left out', note: 'It was not sent to this unit.' }
    case 'waiting':
      return { status: PENDING, note: 'The request waits for the unit.' }
    case 'handed-over':
      return { status: PENDING, note: 'The unit has it and has not answered yet.' }
    case 'expired':
      return {
        status: TIMEOUT,
        note:
          unit.handedOverUTC === null ? 'The unit was not there to take it.' : 'The unit took it and did not answer.',
      }
    case 'cancelled':
      return { status: CANCELLED, note: 'It was taken back.' }
    case 'not-sent':
      return { status: NOT_SENT, note: 'The unit was deactivated, or the portal was restored from a backup.' }
    default:
      return { status: unit.status ?? '' }
  }
}

/** When the last thing happened at a unit. */
export function memberTime({ endedUTC, handedOverUTC, createdUTC }: BatchUnit): number | undefined {
  const last = endedUTC ?? handedOverUTC ?? createdUTC
  return last === null ? undefined : Date.parse(last)
}
