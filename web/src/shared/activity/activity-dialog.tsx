import { Stack } from '@mantine/core'
import { Dialog } from '#ui/components/dialog.tsx'
import { ActivityList } from './activity-list.tsx'
import type { ActivityNarrowing } from './activity-queries.ts'
import { t } from './texts.ts'

interface ActivityDialogProps {
  title: string
  narrowing: ActivityNarrowing
  onClose: () => void
}

/** What one user did, and what was done to their account. */
export function ActivityDialog({ title, narrowing, onClose }: ActivityDialogProps) {
  return (
    <Dialog title={title} size="70rem" onClose={onClose}>
      <Stack gap="md">
        <ActivityList label={title} narrowing={narrowing} emptyText={t('activity.none')} />
      </Stack>
    </Dialog>
  )
}
