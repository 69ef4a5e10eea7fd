import type { Calculation } from '@fieldwatch/contract/calculations/calculations'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { Button, MultiSelect, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { ChangeFailure } from '#shared/changes/change-failure.tsx'
import { useChangeForm } from '#shared/changes/use-change-form.ts'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { portalNow } from '#platform/time/portal-clock.ts'
import { dataOptionsQuery } from '#shared/units/data-options-query.ts'
import { YesNoSwitch } from '#shared/units/yes-no-switch.tsx'
import { calculationFailure } from './calculation-failure.ts'
import { type CalculationForm, differingName, formOf, problemsOf, valueChoices } from './calculation-form.ts'
import { EquationField } from './equation-field.tsx'
import { CalculationPreview } from './calculation-preview.tsx'
import { fetchCalculation, useSaveCalculation } from './calculation-queries.ts'
import { StartField } from './start-field.tsx'
import classes from './calculations.module.css'
import { t } from './texts.ts'

interface CalculationFieldsProps {
  dataId: DataId
  /** Undefined: a new one. */
  calculation: Calculation | undefined
  onSaved: () => void
  onCancel: () => void
}

/** The form of a calculated source (specification, document 1, sections 2 and 5). */
export function CalculationFields({ dataId, calculation, onSaved, onCancel }: CalculationFieldsProps) {
  const isNew = calculation === undefined
  const api = useApi()
  const client = useQueryClient()
  const save = useSaveCalculation(dataId)
  const edit = useChangeForm<Calculation | undefined, CalculationForm>({
    thing: calculation,
    valuesOf: (base) => formOf(base, portalNow()),
    validate: () => ({}),
    readNewer: () => fetchCalculation(client, api, { dataId, name: calculation?.name }),
    onNewer: save.reset,
  })
  const { form } = edit
  const error = edit.loadError ?? save.error
  const options = useQuery(dataOptionsQuery(api, dataId))
  const { timeFormat } = useMe()
  const problems = problemsOf(form.values, timeFormat)
  // The error of a changed field is shown beside it.
  const missing = FIELDS.filter((field) => !form.isTouched(field)).map((field) => problems[field])
  const isComplete = Object.keys(problems).length === 0
  const [yesNo, setYesNo] = useState(false)
  const choices = valueChoices(options.data ?? {}, { own: calculation?.name, yesNo })

  function inputOf(field: keyof CalculationForm) {
    // A field that only has the focus is not wrong yet.
    return {
      ...form.getInputProps(field, { withFocus: false }),
      error: form.isTouched(field) ? problems[field] : undefined,
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (isComplete) save.mutate({ form: form.values, base: edit.base }, { onSuccess: onSaved })
  }

  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <TextInput
          label={t('calculations.name')}
          required
          data-autofocus={isNew || undefined}
          disabled={!isNew}
          description={isNew ? nameNote(form.values.name) : t('calculations.name.fixed')}
          {...inputOf('name')}
        />
        <MultiSelect
          label={t('calculations.values')}
          description={t('calculations.values.help')}
          required
          searchable
          hidePickedOptions
          data={choices}
          disabled={options.isPending}
          placeholder={form.values.values.length === 0 ? t('calculations.values.choose') : ''}
          nothingFoundMessage={choices.length === 0 ? t('calculations.values.none') : t('calculations.values.unknown')}
          comboboxProps={{ keepMounted: false }}
          {...inputOf('values')}
          value={[...form.values.values]}
        />
        <YesNoSwitch sources={options.data ?? {}} checked={yesNo} onChange={setYesNo} />
        {options.isError && <FailureNote text={t('calculations.failed.values')} />}
        <EquationField
          values={form.values.values}
          input={inputOf('equation')}
          onInsert={(equation) => {
            form.setFieldValue('equation', equation)
            form.setTouched((touched) => ({ ...touched, equation: true }))
          }}
        />
        <div className={classes['pair']}>
          <TextInput
            label={t('calculations.measure')}
            required
            placeholder={t('calculations.measure.examples')}
            {...inputOf('unit')}
          />
          <StartField
            value={form.values.startDate}
            error={inputOf('startDate').error}
            later={(start) => t('calculations.start.later', { start })}
            onChange={(startDate) => form.setFieldValue('startDate', startDate)}
          />
        </div>
        <CalculationPreview dataId={dataId} form={form.values} hasProblem={problems.equation !== undefined} />
        {!isNew && <Text c="dimmed">{t('calculations.edit.help')}</Text>}
        {error !== null && (
          <ChangeFailure
            error={error}
            failure={{
              text: isNew ? t('calculations.failed.create') : t('calculations.failed.change'),
              advice: calculationFailure(error),
            }}
            newer={edit}
          />
        )}
        <div className={classes['foot']}>
          <Text c="dimmed" className={classes['missing'] ?? ''} aria-live="polite">
            {missing.find((problem) => problem !== undefined)}
          </Text>
          <Button variant="default" onClick={onCancel}>
            {t('calculations.cancel')}
          </Button>
          <Button type="submit" disabled={!isComplete || save.isPending || edit.loading}>
            {save.isPending ? t('calculations.saving') : isNew ? t('calculations.create') : t('calculations.save')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

const FIELDS: readonly (keyof CalculationForm)[] = ['name', 'values', 'equation', 'unit', 'startDate']

function nameNote(typed: string): string {
  const name = differingName(typed)
  return name === undefined || name === '' ? t('calculations.name.permanent') : t('calculations.name.result', { name })
}
