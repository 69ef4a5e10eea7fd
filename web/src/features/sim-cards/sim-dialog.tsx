import { EntitySelect } from '#shared/users/entity-select.tsx'
import { writeSentence } from '#platform/texts/write-sentence.ts'
import { type Sim, SimStatus } from '@fieldwatch/contract/units/sims'
import { oddNumbers } from '@fieldwatch/contract/units/sim-numbers'
import { NativeSelect, Text, TextInput } from '@mantine/core'
import { hasCode } from '#platform/api/api-error.ts'
import { ChangeDialog } from '#shared/changes/change-dialog.tsx'
import { useChangeForm } from '#shared/changes/use-change-form.ts'
import { useFindNewer } from '#shared/changes/use-find-newer.ts'
import { NumberField } from '#ui/components/number-field.tsx'
import { fieldFailures } from '#ui/components/field-failures.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { simsQuery } from '#shared/sims/sim-queries.ts'
import { simStatusText } from '#shared/sims/sim-text.ts'
import { UnitPicker } from '#shared/units/unit-picker.tsx'
import { useCreateSim, useUpdateSim } from './sim-mutations.ts'
import { changesOf, newSimOf, simErrors, type SimValues, valuesOf } from './sim-values.ts'
import { t } from './texts.ts'
import classes from './sim-cards.module.css'

interface SimDialogProps {
  /** The card to change, as it was when the dialog was opened; undefined adds one. */
  sim: Sim | undefined
  onClose: () => void
}

/** Adds a SIM card, or changes the details of one. */
export function SimDialog({ sim: opened, onClose }: SimDialogProps) {
  const me = useMe()
  const findNewer = useFindNewer()
  const create = useCreateSim()
  const update = useUpdateSim()
  const edit = useChangeForm<Sim | undefined, SimValues>({
    thing: opened,
    valuesOf: (card) => valuesOf(card, me.entityViewing[0] ?? me.entity),
    validate: simErrors,
    ids: { entity: 'entity', dataID: 'unit' },
    readNewer: () =>
      findNewer(simsQuery, (sims) => sims.find(({ simID }) => simID === opened?.simID), t('sim-cards.error.gone')),
    onNewer: update.reset,
  })
  const { form, base: sim } = edit
  const saving = sim === undefined ? create : update
  const save = (values: SimValues): void => {
    if (saving.isPending) return
    const handlers = { onSuccess: onClose, onError: (error: Error) => form.setErrors(fieldFailures(error, FIELDS)) }
    if (sim === undefined) create.mutate(newSimOf(values), handlers)
    else update.mutate(changesOf(sim, values), handlers)
  }
  const odd = simErrors(form.values)['iccid'] === undefined ? oddNumbers(form.values).map(writeSentence) : []

  return (
    <ChangeDialog
      title={sim === undefined ? t('sim-cards.add') : t('sim-cards.edit.title')}
      submit={t('sim-cards.save')}
      edit={edit}
      saving={saving}
      failureOf={(error) => ({ text: failureText(error) })}
      onSave={save}
      onClose={onClose}
    >
      {sim === undefined ? <EntitySelect label={t('sim-cards.entity')} {...form.getInputProps('entity')} /> : undefined}
      <TextInput
        label={t('sim-cards.field.iccid')}
        description={t('sim-cards.iccid.help')}
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
      <TextInput
        label={t('sim-cards.field.label')}
        data-autofocus={sim !== undefined || undefined}
        {...form.getInputProps('label')}
      />
      <UnitPicker
        label={t('sim-cards.unit')}
        placeholder={t('sim-cards.unit.none')}
        clearable
        clearButtonProps={{ 'aria-label': t('sim-cards.unit.none') }}
        name={opened?.friendlyName ?? undefined}
        value={form.values.dataID ?? ''}
        error={form.errors['dataID']}
        onChange={(dataID) => form.setFieldValue('dataID', dataID === '' ? null : dataID)}
      />
      <div className={classes['fields']}>
        <NativeSelect
          label={t('sim-cards.field.status')}
          data={SimStatus.options.map((status) => ({ value: status, label: simStatusText(status) }))}
          {...form.getInputProps('status')}
        />
        <TextInput label={t('sim-cards.field.operator')} {...form.getInputProps('operator')} />
        <TextInput
          label={t('sim-cards.msisdn')}
          description={t('sim-cards.msisdn.help')}
          inputMode="tel"
          {...form.getInputProps('msisdn')}
        />
        <TextInput
          label={t('sim-cards.field.imsi')}
          description={t('sim-cards.imsi.help')}
          inputMode="numeric"
          {...form.getInputProps('imsi')}
        />
        <TextInput
          label={t('sim-cards.field.imei')}
          description={t('sim-cards.imei.help')}
          inputMode="numeric"
          {...form.getInputProps('imei')}
        />
        <TextInput label={t('sim-cards.field.ip')} description={t('sim-cards.ip.help')} {...form.getInputProps('ip')} />
        <NumberField label={t('sim-cards.limit')} {...form.getInputProps('limit')} />
      </div>
    </ChangeDialog>
  )
}

function failureText(error: Error): string {
  return hasCode(error, 'unit/not-found') ? t('sim-cards.error.unit-gone') : error.message
}

/** What the portal refuses of a single field. */
const FIELDS = { 'sim/exists': 'iccid' } as const
