import { sql } from 'kysely'
import { finderOf, isOneOf } from '@fieldwatch/server/delivery/consequences/affected-store'

const notes = finderOf({ table: 'note', name: sql`left(note.text, 60)` })

export const notesOfUnits = notes<'unit-deleted'>(({ dataIDs }) => isOneOf('data_id', dataIDs))

export const notesOfSource = notes<'source-deleted' | 'source-moved'>(
  ({ dataID, source }) => sql`data_id = ${dataID} and source = ${source}`,
)
