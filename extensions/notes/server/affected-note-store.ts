import { sql } from 'kysely'
import { finderOf, isOneOf } from '@fieldwatch/server/delivery/consequences/affected-store'
import type { Made } from '@fieldwatch/server/delivery/consequences/declaration'
import type { Db } from '@fieldwatch/server/platform/database/database'

const notes = finderOf({ table: 'note', name: sql`left(note.text, 60)` })

export const notesOfUnits = notes<'unit-deleted'>(({ dataIDs }) => isOneOf('data_id', dataIDs))

export const notesOfSource = notes<'source-deleted' | 'source-moved'>(
  ({ dataID, source }) => sql`data_id = ${dataID} and source = ${source}`,
)

export async function moveNotes(tx: Db, { change: { dataID, source, to } }: Made<'source-moved'>): Promise<void> {
  await sql`
    update note set data_id = ${to.dataId}, source = ${to.source} where data_id = ${dataID} and source = ${source}`.execute(
    tx,
  )
}

/** From now on the pictures of notes of the units belong to nothing. */
export async function removePictures(tx: Db, { change: { dataIDs } }: Made<'unit-deleted'>): Promise<void> {
  await sql`
    update stored_file set loose_since = to_timestamp(0) from note
    where note.data_id = any (${[...dataIDs]}) and note.picture is not null
      and stored_file.name in (note.picture, replace(note.picture, '.webp', '-small.webp'))`.execute(tx)
}
