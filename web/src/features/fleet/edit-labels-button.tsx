import { ActionIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Suspense } from 'react'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import { IconTag } from '#ui/icons/icons.ts'
import { t } from './texts.ts'

const LabelsDialog = lazyPart(
  'edit-labels',
  async () => (await import('#shared/labels/labels-dialog.tsx')).LabelsDialog,
)

/** Leads to where labels are made, renamed and deleted. */
export function EditLabelsButton() {
  const [editing, edit] = useDisclosure(false)
  return (
    <>
      <ActionIcon
        variant="default"
        size="input-sm"
        aria-label={t('fleet.labels.edit')}
        title={t('fleet.labels.edit')}
        onClick={edit.open}
      >
        <IconTag size="1rem" aria-hidden="true" />
      </ActionIcon>
      {editing ? (
        <Suspense fallback={undefined}>
          <LabelsDialog onClose={edit.close} />
        </Suspense>
      ) : undefined}
    </>
  )
}
