import { sql } from 'kysely'
import { findWhere, isOneOf } from '#delivery/consequences/affected-store.ts'
import type { Find } from '#delivery/consequences/declaration.ts'

const NAME = sql`left(note.text, 60)`

export const notesOfUnits: Find<'unit-deleted'> = findWhere(({ dataIDs }) => ({
  table: 'note',
  where: isOneOf('data_id', dataIDs),
  name: NAME,
}))

export const notesOfSource: Find<'source-deleted' | 'source-moved'> = findWhere(({ dataID, source }) => ({
  table: 'note',
  where: sql`data_id = ${dataID} and source = ${source}`,
  name: NAME,
}))
