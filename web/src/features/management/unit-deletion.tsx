import { DataId } from '@fieldwatch/contract/api/ids'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { Group, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { DeleteDialog } from '#shared/deletion/delete-dialog.tsx'
import { useChangeDataId, useDeleteUnit } from '#shared/deletion/deletion-queries.ts'
import { SharedButton } from '#shared/units/shared-unit.tsx'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'

interface UnitProps {
  unit: DataDocument
}

/** Gives the unit another dataID. */
export function DataIdField({ unit }: UnitProps) {
  const [asking, ask] = useDisclosure(false)
  return (
    <Group justify="space-between" gap="xs">
      <Text>
        dataID: <b>{unit.dataID}</b>
      </Text>
      <SharedButton unit={unit} variant="default" onClick={ask.open}>
        Change dataID
      </SharedButton>
      {asking ? <DataIdDialog unit={unit} onClose={ask.close} /> : undefined}
    </Group>
  )
}

function DataIdDialog({ unit, onClose }: UnitProps & { onClose: () => void }) {
  const change = useChangeDataId(unit)
  const navigate = useNavigate()
  const [text, setText] = useState<string>(unit.dataID)
  const problem = DataId.safeParse(text).error?.issues[0]?.message
  return (
    <ConfirmDialog
      opened
      title={`Change the dataID of ${unit.friendlyName}?`}
      confirm="Change dataID"
      busy={change.isPending}
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
        <Text>
          The unit has to sign in with the new dataID and the same token. Until then it cannot send. Its records, alerts
          and event tables stay.
        </Text>
        <TextInput
          label="New dataID"
          value={text}
          error={problem}
          autoComplete="off"
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {change.isError ? <FormFailure text="The dataID was not changed." advice={change.error.message} /> : undefined}
      </Stack>
    </ConfirmDialog>
  )
}

/** Deletes the unit with everything that belongs to it. */
export function DeleteUnitField({ unit }: UnitProps) {
  const [asking, ask] = useDisclosure(false)
  return (
    <Group justify="space-between" gap="xs">
      <Text>Delete the unit with its records. You cannot undo this.</Text>
      <SharedButton unit={unit} variant="default" onClick={ask.open}>
        Delete unit
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
      thing={{ kind: 'unit', id: unit.dataID }}
      title={`Delete ${unit.friendlyName}?`}
      typed={unit.friendlyName}
      busy={remove.isPending}
      failure={remove.isError ? { text: 'The unit was not deleted.', advice: remove.error.message } : undefined}
      onConfirm={() => remove.mutate(undefined, { onSuccess: () => void navigate({ to: '/dashboard' }) })}
      onClose={onClose}
    >
      It disappears at once and can no longer send. Its records are removed in the background. You cannot undo this.
    </DeleteDialog>
  )
}
