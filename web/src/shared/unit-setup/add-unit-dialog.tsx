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
import { t } from './texts.ts'

interface AddUnitDialogProps {
  onClose: () => void
}

const Values = z.object({
  friendlyName: UnitName,
  dataID: DataId,
  entities: z.array(z.string()).min(1, { error: () => t('unit-setup.entities.required') }),
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
      title={t('unit-setup.add')}
      submit={t('unit-setup.add')}
      busy={busy}
      failure={error}
      onSubmit={form.onSubmit((values) =>
        onSubmit(values, (refused) => form.setErrors(fieldFailures(refused, FIELDS))),
      )}
      onClose={onClose}
    >
      <TextInput
        label={t('unit-setup.name')}
        required
        data-autofocus
        {...form.getInputProps('friendlyName')}
        onChange={({ currentTarget }) => changeName(currentTarget.value)}
      />
      <TextInput
        label={t('unit-setup.dataID')}
        description={t('unit-setup.dataID.help')}
        required
        {...form.getInputProps('dataID')}
      />
      {entities.length > 1 ? (
        <MultiSelect
          label={t('unit-setup.entities')}
          description={t('unit-setup.entities.help')}
          required
          data={entities}
          {...form.getInputProps('entities')}
        />
      ) : undefined}
      <NativeSelect
        label={t('unit-setup.template')}
        description={t('unit-setup.template.help')}
        data={[
          { value: '', label: t('unit-setup.template.none') },
          ...templates.map(({ id, title }) => ({ value: id, label: title })),
        ]}
        {...form.getInputProps('defaultTemplate')}
      />
      <Textarea label={t('unit-setup.description')} rows={3} {...form.getInputProps('description')} />
    </FormDialog>
  )
}

/** What the portal refuses of a single field. */
const FIELDS: FieldOfCode = { 'unit/exists': 'dataID', 'unit/id-unavailable': 'dataID' }
