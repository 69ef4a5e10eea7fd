import { heldByUnitsOfEntity, ofUnits } from '#delivery/consequences/affected-store.ts'
import { OF_PLACES, OF_RIGHTS, OF_SCREENS, only, type Row, unaffected } from '#delivery/consequences/declaration.ts'
import { finds } from '#delivery/consequences/listed.ts'
import { createCalculationStore } from './calculation-store.ts'

const READS_IT = only(
  'blocks',
  'A source from which others are calculated cannot be deleted or moved.',
  finds<'source-deleted' | 'source-moved'>(async (db, { dataID, source }) => {
    const calculations = await createCalculationStore(db).list(dataID)
    return calculations.filter(({ values }) => values.some((value) => value.source === source))
  }),
)

/** What follows for calculated sources. */
export const CALCULATIONS_ROW: Row = {
  ...unaffected('It is computed from the sources of its unit.', 'unit-moved', 'unit-shared', 'template-changed'),
  'unit-deactivated': only('pauses', 'It has no new records, as its sources have none.'),
  'unit-deleted': only('deleted', 'It is deleted with its unit.', ofUnits('calculation')),
  'data-id-changed': only('moves along', 'It belongs to the unit by its new dataID.'),
  'source-deleted': READS_IT,
  'source-moved': READS_IT,
  ...unaffected('It is computed, whatever shows or judges it.', OF_SCREENS, 'alert-deleted', OF_PLACES),
  ...unaffected('It belongs to its unit.', OF_RIGHTS),
  'entity-deleted': only('deleted', 'It is deleted with its unit.', heldByUnitsOfEntity('calculation')),
}
