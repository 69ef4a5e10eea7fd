import { Text } from '@mantine/core'
import { useMayEdit } from './use-may-edit.ts'
import { t } from './texts.ts'

/** Says why there is nothing to edit with, to viewers of units that only admins edit. */
export function EditingNote() {
  if (useMayEdit()) return undefined
  return (
    <Text c="dimmed" size="sm">
      {t('units.admins-only')}
    </Text>
  )
}
