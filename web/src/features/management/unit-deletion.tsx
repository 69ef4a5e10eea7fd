import { firstProblem } from '#ui/components/form-errors.ts'
import { DataId } from '@fieldwatch/contract/api/ids'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { Group, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { DeleteDialog } from '#shared/deletion/delete-dialog.tsx'
import { useChangeDataId, useDeleteUnit } from '#shared/deletion/deletion-queries.ts'
import { SharedButton } from '#shared/units/shared-unit.tsx'
import { ConsequencesDialog } from '#shared/consequences/consequences-dialog.tsx'
import { t } from './texts.ts'

interface UnitProps {
  unit: DataDocument
}

/** Gives the unit another dataID. */
export function DataIdField({ unit }: UnitProps) {
  const [asking, ask] = useDisclosure(false)
  return (
    <Group justify="space-between" gap="xs">
      <Text>{t.rich('management.data-id', { dataID: unit.dataID, strong })}</Text>
      <SharedButton unit={unit} variant="default" onClick={ask.open}>
        {t('management.data-id.change')}
      </SharedButton>
      {asking ? <DataIdDialog unit={unit} onClose={ask.close} /> : undefined}
    </Group>
  )
}

function DataIdDialog({ unit, onClose }: UnitProps & { onClose: () => void }) {
  const change = useChangeDataId(unit)
  const navigate = useNavigate()
  const [text, setText] = useState<string>(unit.dataID)
  const problem = firstProblem(DataId.safeParse(text))
  return (
    <ConsequencesDialog
      change={{ kind: 'data-id-changed', dataID: unit.dataID, to: unit.dataID }}
      title={t('management.data-id.change.title', { name: unit.friendlyName })}
      confirm={t('management.data-id.change')}
      busy={change.isPending}
      failure={change.isError ? { text: t('management.data-id.failed'), advice: change.error.message } : undefined}
      disabled={problem !== undefined || text === unit.dataID}
      onConfirm={() =>
        change.mutate(text, {
          onSuccess: (dataID) => {
            onClose()
            void navigate({ to: '/dashboard/$dataID/management/administration', params: { dataID } })
          },
        })
      }
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>{t('management.data-id.change.text')}</Text>
        <TextInput
          label={t('management.data-id.new')}
          value={text}
          error={problem}
          autoComplete="off"
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Stack>
    </ConsequencesDialog>
  )
}

/** Deletes the unit with everything that belongs to it. */
export function DeleteUnitField({ unit }: UnitProps) {
  const [asking, ask] = useDisclosure(false)
  return (
    <Group justify="space-between" gap="xs">
      <Text>{t('management.delete.help')}</Text>
      <SharedButton unit={unit} variant="default" onClick={ask.open}>
        {t('management.delete')}
      </SharedButton>
      {asking ? <DeleteUnitDialog unit={unit} onClose={ask.close} /> : undefined}
    </Group>
  )
}

function DeleteUnitDialog({ unit, onClose }: UnitProps & { onClose: () => void }) {
  const remove = useDeleteUnit(unit)
  const navigate = useNavigate()
  return (
    <DeleteDialog
      change={{ kind: 'unit-deleted', dataIDs: [unit.dataID] }}
      title={t('management.delete.title', { name: unit.friendlyName })}
      typed={unit.friendlyName}
      busy={remove.isPending}
      failure={remove.isError ? { text: t('management.delete.failed'), advice: remove.error.message } : undefined}
      onConfirm={() => remove.mutate(undefined, { onSuccess: () => void navigate({ to: '/dashboard' }) })}
      onClose={onClose}
    >
      {t('management.delete.text')}
    </DeleteDialog>
  )
}

function strong(words: ReactNode): ReactNode {
  return <b key="strong">{words}</b>
}
