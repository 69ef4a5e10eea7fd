import type { ReadUnitNotes } from '@fieldwatch/server/fleet/unit-notes/unit-notes'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { createNoteStore } from './note-store.ts'

/** The notes of a range, for files of records and reports. */
export function readUnitNotes(db: Db): ReadUnitNotes {
  const store = createNoteStore(db)
  return ({ dataId, reach, range: { from, to }, sources }, { isOldestFirst = false, after, limit }) =>
    store.list(reach, {
      dataId,
      ...(Number.isFinite(from) ? { from } : {}),
      ...(Number.isFinite(to) ? { to } : {}),
      sources,
      isOldestFirst,
      after: after && { at: after.startAt, id: after.id },
      limit,
    })
}
