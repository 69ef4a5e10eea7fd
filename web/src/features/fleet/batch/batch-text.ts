import { formatCount } from '@fieldwatch/contract/text/number-text'
import type { ActionBatch, ActionBatchTable, BatchUnit } from '@fieldwatch/contract/actions/action-batches'
import { CANCELLED, NOT_SENT, OK, PENDING, TIMEOUT } from '@fieldwatch/contract/actions/action-messages'
import { notSentText } from '#shared/requests/request-text.ts'

/** How far a batch is, in a sentence. */
export function batchText({
  state,
  stopReason,
  units,
}: Pick<ActionBatchTable, 'state' | 'stopReason' | 'units'>): string {
  switch (state) {
    case 'first':
      return units.length === 1
        ? 'It is on its way to the unit.'
        : 'It goes to one unit first. The others get it when one has answered OK.'
    case 'rest':
      return 'One answered OK. The others are getting it.'
    case 'finished':
      return 'It is done.'
    default:
      return `${stopText(stopReason, units)} Requests that no unit had confirmed are not sent.`
  }
}

function stopText(reason: ActionBatch['stopReason'], units: readonly BatchUnit[]): string {
  switch (reason) {
    case 'failures':
      return `Stopped after ${failuresText(units.filter(hasFailed).length)}.`
    case 'not-permitted':
      return 'Stopped because the user or token that started it may no longer send requests.'
    case 'restored':
      return 'Stopped because the portal was restored from a backup.'
    default:
      return 'Stopped.'
  }
}

/** Requests that the stop itself cancelled are no failures. */
function hasFailed({ state, status }: Pick<BatchUnit, 'state' | 'status'>): boolean {
  return state === 'expired' || state === 'not-sent' || (state === 'answered' && status !== OK)
}

function failuresText(count: number): string {
  return count === 1 ? '1 failure' : `${formatCount(count)} failures`
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
export function memberText(unit: Pick<BatchUnit, 'state' | 'status' | 'notSentReason' | 'handedOverUTC'>): {
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
      return { status: NOT_SENT, note: notSentText(unit.notSentReason) }
    default:
      return { status: unit.status ?? '' }
  }
}

/** When the last thing happened at a unit. */
export function memberTime({ endedUTC, handedOverUTC, createdUTC }: BatchUnit): number | undefined {
  const last = endedUTC ?? handedOverUTC ?? createdUTC
  return last === null ? undefined : Date.parse(last)
}
