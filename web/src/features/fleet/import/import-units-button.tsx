import type { UnitJob } from '@fieldwatch/contract/units/unit-jobs'
import { ActionIcon, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Suspense } from 'react'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { IconUpload } from '#ui/icons/icons.ts'
import { t } from '../texts.ts'

const ImportUnitsDialog = lazyPart(
  'import-units',
  async () => (await import('./import-units-dialog.tsx')).ImportUnitsDialog,
)

interface ImportUnitsButtonProps {
  /** Only its icon. */
  compact?: boolean
  onBegun: (job: UnitJob) => void
}

/** Lets an admin import units; nothing for anyone else. */
export function ImportUnitsButton({ compact = false, onBegun }: ImportUnitsButtonProps) {
  const { role } = useMe()
  const [opened, dialog] = useDisclosure(false)
  if (role !== 'admin') return undefined
  return (
    <>
      {compact ? (
        <ActionIcon variant="default" size="input-sm" aria-label={t('fleet.import.units')} onClick={dialog.open}>
          <IconUpload size="1rem" aria-hidden="true" />
        </ActionIcon>
      ) : (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconUpload size="1rem" aria-hidden="true" />}
          aria-label={t('fleet.import.units')}
          onClick={dialog.open}
        >
          {t('fleet.import')}
        </Button>
      )}
      <Suspense fallback={undefined}>
        {opened ? (
          <ImportUnitsDialog
            onBegun={(job) => {
              dialog.close()
              onBegun(job)
            }}
            onClose={dialog.close}
          />
        ) : undefined}
      </Suspense>
    </>
  )
}
