import { DataId } from '@fieldwatch/contract/api/ids'
import { UnitDescription, UnitName } from '@fieldwatch/contract/units/units'
import { MultiSelect, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { useApi } from '#platform/api/api-context.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { fieldFailures, type FieldOfCode } from '#ui/components/field-failures.ts'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { formErrors } from '#ui/components/form-errors.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { suggestDataId } from './connect-commands.ts'
import { ConnectDialog } from './connect-dialog.tsx'
import { templatesQuery, useCreateUnit } from './unit-setup-queries.ts'

interface AddUnitDialogProps {
  onClose: () => void
}

const Values = z.object({
  friendlyName: UnitName,
  dataID: DataId,
  entities: z.array(z.string()).min(1, 'Choose an entity.'),
  description: UnitDescription,
  defaultTemplate: z.string(),
})
type Values = z.input<typeof Values>

/** Adds a unit, and then shows how it connects and what arrives from it. */
export function AddUnitDialog({ onClose }: AddUnitDialogProps) {
  const create = useCreateUnit()
  const [hasTemplate, setHasTemplate] = useState(false)
  if (create.data !== undefined) {
    const { dataID, token } = create.data
    return <ConnectDialog unit={{ dataId: dataID, token }} hasTemplate={hasTemplate} onClose={onClose} />
  }
  return (
    <UnitForm
      busy={create.isPending}
      error={create.error}
      onClose={onClose}
      onSubmit={({ defaultTemplate, ...values }, onError) => {
        if (create.isPending) return
        setHasTemplate(defaultTemplate !== '')
        create.mutate({ ...values, ...(defaultTemplate === '' ? {} : { defaultTemplate }) }, { onError })
      }}
    />
  )
}

interface UnitFormProps extends AddUnitDialogProps {
  busy: boolean
  /** Why it was not added. */
  error: Error | null
  onSubmit: (values: Values, onError: (error: Error) => void) => void
}

function UnitForm({ busy, error, onSubmit, onClose }: UnitFormProps) {
  const me = useMe()
  const { data: templates = [] } = useQuery(templatesQuery(useApi()))
  const form = useForm<Values>({
    initialValues: {
      friendlyName: '',
      dataID: '',
      entities: [me.entityViewing[0] ?? me.entity],
      description: '',
      defaultTemplate: '',
    },
    validate: (values) => formErrors(Values.safeParse(values)),
  })
  useUnsaved(form.isDirty())
  const entities = Object.entries(me.entityData).map(([value, { name }]) => ({ value, label: name }))

  /** The dataID follows the name until it is edited. */
  function changeName(name: string): void {
    const { friendlyName, dataID } = form.values
    if (dataID === suggestDataId(friendlyName)) form.setFieldValue('dataID', suggestDataId(name))
    form.setFieldValue('friendlyName', name)
  }

  return (
    <FormDialog
      title="Add unit"
      submit="Add unit"
      busy={busy}
      failure={error === null ? undefined : { text: error.message }}
      onSubmit={form.onSubmit((values) =>
        onSubmit(values, (refused) => form.setErrors(fieldFailures(refused, FIELDS))),
      )}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        required
        data-autofocus
        {...form.getInputProps('friendlyName')}
        onChange={({ currentTarget }) => changeName(currentTarget.value)}
      />
      <TextInput
        label="dataID"
        description="What the unit signs in with; it cannot be changed later"
        required
        {...form.getInputProps('dataID')}
      />
      {entities.length > 1 ? (
        <MultiSelect
          label="Entities"
          description="Whose people see the unit"
          required
          data={entities}
          {...form.getInputProps('entities')}
        />
      ) : undefined}
      <NativeSelect
        label="Template"
        description="What its dashboard shows"
        data={[{ value: '', label: 'None yet' }, ...templates.map(({ id, title }) => ({ value: id, label: title }))]}
        {...form.getInputProps('defaultTemplate')}
      />
      <Textarea label="Description" rows={3} {...form.getInputProps('description')} />
    </FormDialog>
  )
}

/** What the portal refuses of a single field. */
const FIELDS: FieldOfCode = { 'unit/exists': 'dataID', 'unit/id-unavailable': 'dataID' }
