import type { DataDocument } from '@fieldwatch/contract/units'
import classes from './empty-map-note.module.css'

interface EmptyMapNoteProps {
  /** What the list shows. */
  units: readonly Pick<DataDocument, 'active'>[]
}

/** Says why there is no unit on the map. */
export function EmptyMapNote({ units }: EmptyMapNoteProps) {
  return <p className={classes['note']}>{noteOf(units)}</p>
}

function noteOf(units: EmptyMapNoteProps['units']): string {
  if (units.length === 0) return 'No unit to show here.'
  if (units.every(({ active }) => !active)) return 'Deactivated units are not on the map.'
  return 'None of these units has sent its position.'
}
