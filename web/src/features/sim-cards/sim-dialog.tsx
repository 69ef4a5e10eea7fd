import { type Sim, SIM_STATUSES } from '@fieldwatch/contract/units/sims'
import { oddNumbers } from '@fieldwatch/contract/units/sim-numbers'
import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { hasCode } from '#platform/api/api-error.ts'
import { ChangeFailure } from '#shared/changes/change-failure.tsx'
import { useChangeForm } from '#shared/changes/use-change-form.ts'
import { NumberField } from '#ui/components/number-field.tsx'
import { fieldFailures } from '#ui/components/field-failures.ts'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { simsQuery } from '#shared/sims/sim-queries.ts'
import { simStatusText } from '#shared/sims/sim-text.ts'
import { UnitPicker } from '#shared/units/unit-picker.tsx'
import { useCreateSim, useUpdateSim } from './sim-mutations.ts'
import { changesOf, newSimOf, simErrors, type SimValues, valuesOf } from './sim-values.ts'
import classes from './sim-cards.module.css'

interface SimDialogProps {
  /** The card to change, as it was when the dialog was opened; undefined adds one. */
  sim: Sim | undefined
  onClose: () => void
}

/** Adds a SIM card, or changes what is told about one. */
export function SimDialog({ sim: opened, onClose }: SimDialogProps) {
  const me = useMe()
  const api = useApi()
  const client = useQueryClient()
  const create = useCreateSim()
  const update = useUpdateSim()
  const edit = useChangeForm<Sim | undefined, SimValues>({
    thing: opened,
    valuesOf: (card) => valuesOf(card, me.entityViewing[0] ?? me.entity),
    validate: simErrors,
    ids: { entity: 'entity', dataID: 'unit' },
    readNewer: async () => {
      const sims = await client.fetchQuery({ ...simsQuery(api), staleTime: 0 })
      const found = sims.find(({ simID }) => simID === opened?.simID)
      if (found === undefined) throw new Error('The SIM card is not on the list any more.')
      return found
    },
    onNewer: update.reset,
  })
  const { form, base: sim } = edit
  const saving = sim === undefined ? create : update
  const entities = Object.entries(me.entityData).map(([value, { name }]) => ({ value, label: name }))
  const save = (values: SimValues): void => {
    if (saving.isPending) return
    const told = { onSuccess: onClose, onError: (error: Error) => form.setErrors(fieldFailures(error, FIELDS)) }
    if (sim === undefined) create.mutate(newSimOf(values), told)
    else update.mutate(changesOf(sim, values), told)
  }
  const failure = edit.loadError ?? saving.error
  const odd = simErrors(form.values)['iccid'] === undefined ? oddNumbers(form.values) : []

  return (
    <FormDialog
      title={sim === undefined ? 'Add SIM card' : 'Edit SIM card'}
      submit="Save"
      busy={saving.isPending}
      failure={
        failure === null ? undefined : (
          <ChangeFailure error={failure} failure={{ text: failureText(failure) }} newer={edit} />
        )
      }
      onSubmit={form.onSubmit(save)}
      onClose={onClose}
    >
      {sim === undefined && entities.length > 1 ? (
        <NativeSelect label="Entity" data={entities} {...form.getInputProps('entity')} />
      ) : undefined}
      <TextInput
        label="ICCID"
        description="The number on the card"
        inputMode="numeric"
        required
        data-autofocus={sim === undefined || undefined}
        disabled={sim !== undefined}
        {...form.getInputProps('iccid')}
      />
      {odd.map((sentence) => (
        <Text key={sentence} component="output" size="xs">
          {sentence}
        </Text>
      ))}
      <TextInput label="Label" data-autofocus={sim !== undefined || undefined} {...form.getInputProps('label')} />
      <UnitPicker
        label="Unit"
        placeholder="In no unit"
        clearable
        clearButtonProps={{ 'aria-label': 'In no unit' }}
        name={opened?.friendlyName ?? undefined}
        value={form.values.dataID ?? ''}
        error={form.errors['dataID']}
        onChange={(dataID) => form.setFieldValue('dataID', dataID === '' ? null : dataID)}
      />
      <div className={classes['fields']}>
        <NativeSelect
          label="Status"
          data={SIM_STATUSES.map((status) => ({ value: status, label: simStatusText(status) }))}
          {...form.getInputProps('status')}
        />
        <TextInput label="Operator" {...form.getInputProps('operator')} />
        <TextInput label="MSISDN" description="Phone number" inputMode="tel" {...form.getInputProps('msisdn')} />
        <TextInput label="IMSI" description="Subscription" inputMode="numeric" {...form.getInputProps('imsi')} />
        <TextInput label="IMEI" description="Modem" inputMode="numeric" {...form.getInputProps('imei')} />
        <TextInput label="IP address" description="IPv4 or IPv6" {...form.getInputProps('ip')} />
        <NumberField label="Data limit (MB a month)" {...form.getInputProps('limit')} />
      </div>
    </FormDialog>
  )
}

function failureText(error: Error): string {
  return hasCode(error, 'unit/not-found') ? 'There is no such unit any more. Choose another one.' : error.message
}

/** What the portal refuses of a single field. */
const FIELDS = { 'sim/exists': 'iccid' } as const
