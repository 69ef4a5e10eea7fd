import type { Corrected } from './correct-history.ts'
import type { LastChange, UnitState } from './unit-state.ts'

/**
 * How an alert stands once its history was corrected, and the change of which people are told: what the records in their order say, and
 * that an alarm is over. Of what only late records show there is no alarm.
 */
export function afterCorrection(
  seen: UnitState,
  { evaluation, heard, kept, added, last }: Corrected,
  now: number,
): { readonly state: UnitState; readonly told: LastChange | undefined } {
  const { status, pending } = evaluation
  const { at, value } = last
  const isOther = status !== seen.status
  const state = { ...seen, pending, ...(!isOther && added.includes(last) ? { at, value } : {}) }
  if (status === heard && (isOther || kept.length > 0))
    return { state, told: { to: status, at, value, count: Math.max(1, kept.length) } }
  if (!isOther) return { state, told: undefined }
  if (status === 'ok') return { state, told: { to: 'ok', at, value, count: 1 } }
  const changed = { ...state, status, at, value, changedAt: now, acknowledged: false }
  return { state: { ...changed, pace: { ...seen.pace, told: 'high' } }, told: undefined }
}
