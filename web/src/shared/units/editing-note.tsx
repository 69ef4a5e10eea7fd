import { Text } from '@mantine/core'
import { useReplay } from '#shared/moment/replay-context.ts'
import { useMayEdit } from './use-may-edit.ts'
import { t } from './texts.ts'

/** Says why there is nothing to edit with, to viewers of units that only admins edit. */
export function EditingNote() {
  const mayEdit = useMayEdit()
  const isLive = useReplay() === undefined
  if (mayEdit || !isLive) return undefined
  return (
    <Text c="dimmed" size="sm">
      {t('units.admins-only')}
    </Text>
  )
}
