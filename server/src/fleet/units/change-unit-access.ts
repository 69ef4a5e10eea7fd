import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import type { DataDocument, PausedDataChange } from '@fieldwatch/contract/units/units'
import { requireAdmin } from '#people/access/access-policy.ts'
import type { Platform } from '#platform/floor.ts'
import type { Caller } from '#platform/http/caller.ts'
import { type ChangeParts, changeUnit } from './change-unit.ts'
import { isOfMarker, requireMayDecide, requireMayPause, requireUnshared } from './unit-policy.ts'
import { createUnitToken, hashUnitToken } from './unit-token.ts'

type Dependencies = ChangeParts & Pick<Platform, 'bus' | 'random'>

/**
 * Gives a unit a new token. The old one stops working, and its connections end.
 * @throws DomainError access/forbidden, unit/not-found, unit/shared
 */
export async function rotateUnitToken(dependencies: Dependencies, caller: Caller, dataId: DataId): Promise<string> {
  requireAdmin(caller)
  const token = createUnitToken(dependencies.random)
  await changeUnit(dependencies, caller, dataId, async (units, before) => {
    requireMayDecide(caller, before)
    await units.update(dataId, { tokenHash: hashUnitToken(token) })
    return { action: 'rotate unit token' }
  })
  dependencies.bus.publish('unit-access-changed', { dataId, connectionsEnd: true })
  return token
}

/**
 * Pauses and resumes collections: the records of paused ones are acknowledged and not stored.
 * @throws DomainError access/forbidden, unit/not-found, unit/shared
 */
export async function setPausedData(
  dependencies: Dependencies,
  caller: Caller,
  { dataID: dataId, ...change }: PausedDataChange,
): Promise<DataDocument> {
  requireMayPause(caller, change)
  const document = await changeUnit(dependencies, caller, dataId, async (units, unit) => {
    if (!isOfMarker(change)) requireUnshared(unit)
    const pausedData = pausedAfter(unit.pausedData, change)
    await units.update(dataId, { pausedData })
    return { action: 'set paused data', before: { pausedData: unit.pausedData }, after: { pausedData } }
  })
  dependencies.bus.publish('unit-access-changed', { dataId, connectionsEnd: false })
  dependencies.bus.publish('unit-changed', { dataId })
  return document
}

type Change = Pick<PausedDataChange, 'pause' | 'resume' | 'pausedData'>

/** The paused collections of a unit after a change, in the order in which they were paused. */
function pausedAfter(before: readonly string[], { pause = [], resume = [], pausedData }: Change): SourceName[] {
  const gone = new Set<string>(resume)
  const kept = (before as SourceName[]).filter((name) => !gone.has(name))
  return [...new Set(pausedData ?? [...kept, ...pause])]
}
