import { DataId, type SourceName } from '@fieldwatch/contract/api/ids'
import type { Collection } from '@fieldwatch/contract/telemetry/data'
import { CHILD_ATTRIBUTES_SUFFIX } from '@fieldwatch/contract/units/gateway-children'
import { UnitName } from '@fieldwatch/contract/units/units'
import { Stack, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCreateUnitOfChild } from '#shared/deletion/deletion-queries.ts'
import { Consequences, useConsequences } from '#shared/consequences/consequences.tsx'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { firstProblem } from '#ui/components/form-errors.ts'
import { t } from './texts.ts'

/** A device behind a gateway, with its sources there. */
export interface Child {
  readonly name: string
  readonly source: SourceName
  readonly attributes: SourceName | undefined
}

export function childrenOf(collections: readonly Collection[]): Child[] {
  return collections.flatMap(({ name: source, child: name }) => {
    if (name === undefined) return []
    const attributes = collections.find((other) => other.name === `${source}${CHILD_ATTRIBUTES_SUFFIX}`)?.name
    return [{ name, source, attributes }]
  })
}

interface ChildUnitDialogProps {
  gateway: DataId
  child: Child
  onClose: () => void
}

/** Makes a unit of a device behind a gateway; its sources move there with their records. */
export function ChildUnitDialog({ gateway, child, onClose }: ChildUnitDialogProps) {
  const { name, source, attributes = source } = child
  const make = useCreateUnitOfChild(gateway, source)
  const navigate = useNavigate()
  const moved = [...new Set([source, attributes])].map((one) => ({
    kind: 'source-moved' as const,
    dataID: gateway,
    source: one,
  }))
  const { ready, ...consequences } = useConsequences(moved)
  const [friendlyName, setFriendlyName] = useState(name)
  const [dataID, setDataID] = useState(`${gateway}-${source}`)
  const problems = { name: firstProblem(UnitName.safeParse(friendlyName)), id: firstProblem(DataId.safeParse(dataID)) }
  const isValid = problems.name === undefined && problems.id === undefined
  return (
    <ConfirmDialog
      title={t('management.child.title', { name })}
      confirm={t('management.child')}
      busy={make.isPending}
      failure={make.isError ? { text: t('management.child.failed', { name }), advice: make.error.message } : undefined}
      disabled={!isValid || !ready}
      onConfirm={() =>
        make.mutate(
          { dataID, friendlyName },
          { onSuccess: () => void navigate({ to: '/dashboard/$dataID', params: { dataID } }) },
        )
      }
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>{t('management.child.text')}</Text>
        <TextInput
          label={t('management.child.name')}
          value={friendlyName}
          error={problems.name}
          onChange={(event) => setFriendlyName(event.currentTarget.value)}
        />
        <TextInput
          label={t('management.child.data-id')}
          value={dataID}
          error={problems.id}
          autoComplete="off"
          onChange={(event) => setDataID(event.currentTarget.value)}
        />
        <Consequences {...consequences} />
      </Stack>
    </ConfirmDialog>
  )
}
