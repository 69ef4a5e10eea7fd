import type { DataId, UserId } from '@fieldwatch/contract/api/ids'
import type { Retention } from '@fieldwatch/contract/units/retention'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import type { RetainMany } from '#fleet/unit-jobs/apply-change.ts'
import { type AuditEntry, createAuditStore } from '#platform/audit/audit-store.ts'
import { createRetentionSettingsStore } from './retention-settings-store.ts'

/** Sets how long the sources of units are kept, those to come too; the caller judges whether they may be decided about. */
export const retainMany: RetainMany = async (tx, { actor, now, jobId }, { units, rawDays, summaryDays }) => {
  const wanted = { rawDays, summaryDays }
  const settings = createRetentionSettingsStore(tx)
  const dataIds = [...units.keys()]
  const toCome = await settings.setOfNewSources(dataIds, wanted)
  const sources = await settings.setOfUnits(dataIds, wanted, { by: actor.userId, now })
  const changed = sources.filter(({ isChanged }) => isChanged)
  const entryOf = createEntries({ by: actor.userId, now, after: { ...wanted, jobID: jobId }, units })
  await createAuditStore(tx).recordAll([
    ...toCome.map((before) => entryOf('unit', before.dataId, before)),
    ...changed.map((before) => entryOf('source', `${before.dataId}/${before.source}`, before)),
  ])
  return new Set([...toCome, ...changed].map(({ dataId }) => dataId))
}

interface About {
  readonly by: UserId
  readonly now: number
  readonly after: object
  readonly units: ReadonlyMap<DataId, DataDocument>
}

function createEntries({ by, now, after, units }: About) {
  return (
    subjectKind: string,
    subjectId: string,
    { dataId, rawDays, summaryDays }: Retention & { dataId: DataId },
  ): AuditEntry => ({
    at: now,
    userId: by,
    entityId: units.get(dataId)?.entities[0],
    action: 'set retention',
    subjectKind,
    subjectId,
    before: { rawDays, summaryDays },
    after,
  })
}
