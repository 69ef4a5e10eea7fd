import type { ActionBatch, ActionBatchTable, BatchUnit } from '@fieldwatch/contract/actions/action-batches'
import { CANCELLED, NOT_SENT, OK, PENDING, TIMEOUT } from '@fieldwatch/contract/actions/action-messages'
import { notSentText } from '#shared/requests/request-text.ts'
import { t } from '../jobs/texts.ts'

/** How far a batch is, in a sentence. */
export function batchText({
  state,
  stopReason,
  units,
}: Pick<ActionBatchTable, 'state' | 'stopReason' | 'units'>): string {
  switch (state) {
    case 'first':
      return t('many-units.batch.first', { count: units.length })
    case 'rest':
      return t('many-units.batch.rest')
    case 'finished':
      return t('many-units.done')
    default:
      return stopText(stopReason, units)
  }
}

function stopText(reason: ActionBatch['stopReason'], units: readonly BatchUnit[]): string {
  switch (reason) {
    case 'failures':
      return t('many-units.batch.stopped.failures', { count: units.filter(hasFailed).length })
    case 'not-permitted':
      return t('many-units.batch.stopped.not-permitted')
    case 'restored':
      return t('many-units.batch.stopped.restored')
    default:
      return t('many-units.batch.stopped')
  }
}

/** Requests that the stop itself cancelled are no failures. */
function hasFailed({ state, status }: Pick<BatchUnit, 'state' | 'status'>): boolean {
  return state === 'expired' || state === 'not-sent' || (state === 'answered' && status !== OK)
}

/** How many units are how far. */
export function countsText({ ok, failed, open, leftOut }: ActionBatch['counts']): string {
  const parts = [
    t('many-units.batch.ok', { count: ok }),
    t('many-units.batch.failed', { count: failed }),
    ...(open > 0 ? [t('many-units.open', { count: open })] : []),
    ...(leftOut > 0 ? [t('many-units.batch.left-out', { count: leftOut })] : []),
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
      return { status: t('many-units.member.queued'), note: t('many-units.member.queued.note') }
    case 'left-out':
      return { status: t('many-units.member.left-out'), note: t('many-units.member.left-out.note') }
    case 'waiting':
      return { status: PENDING, note: t('many-units.member.waiting') }
    case 'handed-over':
      return { status: PENDING, note: t('many-units.member.received') }
    case 'expired':
      return {
        status: TIMEOUT,
        note: unit.handedOverUTC === null ? t('many-units.member.not-fetched') : t('many-units.member.no-answer'),
      }
    case 'cancelled':
      return { status: CANCELLED, note: t('many-units.member.cancelled') }
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
