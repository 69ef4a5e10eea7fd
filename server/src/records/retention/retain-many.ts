import type { DataId } from '@fieldwatch/contract/ids'
import type { RetainMany } from '#fleet/unit-jobs/apply-change.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import { createRetentionSettingsStore } from './retention-settings-store.ts'

/** Sets how long the sources that units have now are kept; the caller judges whether they may be decided about. */
export const retainMany: RetainMany = async (tx, { actor, now, jobId }, { units, rawDays, summaryDays }) => {
  const after = { rawDays, summaryDays }
  const settings = createRetentionSettingsStore(tx)
  const sources = await settings.setOfUnits([...units.keys()], after, { by: actor.userId, now })
  const changed = sources.filter(({ isChanged }) => isChanged)
  await createAuditStore(tx).recordAll(
    changed.map(({ dataId, source, rawDays: rawBefore, summaryDays: summaryBefore }) => ({
      at: now,
      userId: actor.userId,
      entityId: units.get(dataId)?.entities[0],
      action: 'set retention',
      subjectKind: 'source',
      subjectId: `${dataId}/${source}`,
      before: { rawDays: rawBefore, summaryDays: summaryBefore },
      after: { ...after, jobID: jobId },
    })),
  )
  return {
    changed: new Set<DataId>(changed.map(({ dataId }) => dataId)),
    withSources: new Set<DataId>(sources.map(({ dataId }) => dataId)),
  }
}
