import { Text } from '@mantine/core'
import { useMayEdit } from './use-may-edit.ts'

/** Says why there is nothing to edit with, to viewers of units that only admins edit. */
export function EditingNote() {
  if (useMayEdit()) return undefined
  return (
    <Text c="dimmed" size="sm">
      Only admins can edit the dashboard, the events and the calculated sources of this unit.
    </Text>
  )
}
