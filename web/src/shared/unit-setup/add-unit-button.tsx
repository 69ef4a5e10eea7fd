import { ActionIcon, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '#ui/icons/icons.ts'
import { Suspense } from 'react'
import { useMe } from '#platform/session/me-queries.ts'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import { t } from './texts.ts'

const AddUnitDialog = lazyPart('add-unit', async () => (await import('./add-unit-dialog.tsx')).AddUnitDialog)

interface AddUnitButtonProps {
  /** Only its icon. */
  compact?: boolean
}

/** Lets an admin add a unit; nothing for anyone else. */
export function AddUnitButton({ compact = false }: AddUnitButtonProps) {
  const { role } = useMe()
  const [opened, dialog] = useDisclosure(false)
  if (role !== 'admin') return undefined
  return (
    <>
      {compact ? (
        <ActionIcon variant="default" size="input-sm" aria-label={t('unit-setup.add')} onClick={dialog.open}>
          <IconPlus size="1rem" aria-hidden="true" />
        </ActionIcon>
      ) : (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size="1rem" aria-hidden="true" />}
          onClick={dialog.open}
        >
          {t('unit-setup.add')}
        </Button>
      )}
      <Suspense fallback={undefined}>{opened ? <AddUnitDialog onClose={dialog.close} /> : undefined}</Suspense>
    </>
  )
}
