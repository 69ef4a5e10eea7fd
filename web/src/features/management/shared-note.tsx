import { type DataDocument, sharedUnitText } from '@fieldwatch/contract/units'
import { Text } from '@mantine/core'

type Shared = Pick<DataDocument, 'sharedWith'>

/** Whether others decide too what concerns the unit as a whole. */
export function isShared({ sharedWith = [] }: Shared): boolean {
  return sharedWith.length > 0
}

/** Says beside controls of a shared unit why they are not for this person. */
export function SharedNote({ unit }: { unit: Shared }) {
  return isShared(unit) ? <Text>{sharedUnitText(unit.sharedWith ?? [])}</Text> : undefined
}
