import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import { EditingNote } from '#shared/units/editing-note.tsx'
import { useMayEdit } from '#shared/units/use-may-edit.ts'
import { IconPlus } from '#ui/icons/icons.ts'
import classes from './events.module.css'
import { t } from './texts.ts'

const CreateEventDialog = lazyPart(
  'create-event',
  async () => (await import('./create-event-dialog.tsx')).CreateEventDialog,
)

interface AddEventTableProps {
  /** The name of the table that was made, and a sentence where not all of that worked. */
  onCreated: (name: string, missing: string | undefined) => void
}

/** Opens the dialog for a new event table. */
export function AddEventTable({ onCreated }: AddEventTableProps) {
  const [opened, setOpened] = useState(false)
  if (!useMayEdit()) return <EditingNote />
  return (
    <>
      <div className={classes['bar']}>
        <Button leftSection={<IconPlus size="1rem" aria-hidden="true" />} onClick={() => setOpened(true)}>
          {t('events.add')}
        </Button>
      </div>
      {opened ? (
        <Suspense>
          <CreateEventDialog
            onCreated={({ status, message, details }) => {
              setOpened(false)
              onCreated(
                details.name,
                status === 'partial_success' ? (message ?? t('events.failed.template')) : undefined,
              )
            }}
            onClose={() => setOpened(false)}
          />
        </Suspense>
      ) : undefined}
    </>
  )
}
