import type { Calculation } from '@fieldwatch/contract/calculations/calculations'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { Button, MultiSelect, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { ChangeFailure } from '#shared/changes/change-failure.tsx'
import { useChangeForm } from '#shared/changes/use-change-form.ts'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { dataOptionsQuery } from '#shared/units/data-options-query.ts'
import { calculationFailure } from './calculation-failure.ts'
import { type CalculationForm, differingName, formOf, problemsOf, valueChoices } from './calculation-form.ts'
import { EquationField } from './equation-field.tsx'
import { CalculationPreview } from './calculation-preview.tsx'
import { fetchCalculation, useSaveCalculation } from './calculation-queries.ts'
import { StartField } from './start-field.tsx'
import classes from './calculations.module.css'

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
    valuesOf: (base) => formOf(base, Date.now()),
    validate: () => ({}),
    readNewer: () => fetchCalculation(client, api, { dataId, name: calculation?.name }),
    onNewer: save.reset,
  })
  const { form } = edit
  const error = edit.loadError ?? save.error
  const options = useQuery(dataOptionsQuery(api, dataId))
  const { timeFormat } = useMe()
  const problems = problemsOf(form.values, timeFormat)
  // What is wrong with a field that was changed stands beside it.
  const missing = FIELDS.filter((field) => !form.isTouched(field)).map((field) => problems[field])
  const isComplete = Object.keys(problems).length === 0
  const choices = valueChoices(options.data ?? {}, calculation?.name)

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
          label="Name"
          required
          data-autofocus={isNew || undefined}
          disabled={!isNew}
          description={
            isNew ? nameNote(form.values.name) : 'It cannot be renamed: charts and tables know it by this name.'
          }
          {...inputOf('name')}
        />
        <MultiSelect
          label="Values"
          description="The numeric values that the equation uses"
          required
          searchable
          hidePickedOptions
          data={choices}
          disabled={options.isPending}
          placeholder={form.values.values.length === 0 ? 'Choose values' : ''}
          nothingFoundMessage={choices.length === 0 ? 'This unit has not sent any numbers yet.' : 'Nothing found'}
          comboboxProps={{ keepMounted: false }}
          {...inputOf('values')}
          value={[...form.values.values]}
        />
        {options.isError && <FailureNote text="The values of this unit could not be read." />}
        <EquationField
          values={form.values.values}
          input={inputOf('equation')}
          onInsert={(equation) => {
            form.setFieldValue('equation', equation)
            form.setTouched((touched) => ({ ...touched, equation: true }))
          }}
        />
        <div className={classes['pair']}>
          <TextInput label="Unit" required placeholder="m, °C, kWh" {...inputOf('unit')} />
          <StartField
            value={form.values.startDate}
            error={inputOf('startDate').error}
            later={(start) => `The start is in the future. The source has no records before ${start}.`}
            onChange={(startDate) => form.setFieldValue('startDate', startDate)}
          />
        </div>
        <CalculationPreview dataId={dataId} form={form.values} hasProblem={problems.equation !== undefined} />
        {!isNew && (
          <Text c="dimmed">
            Saving computes all of its records anew, and those of sources that are computed from it.
          </Text>
        )}
        {error !== null && (
          <ChangeFailure
            error={error}
            failure={{
              text: isNew ? 'The source was not created.' : 'The source was not changed.',
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
            Cancel
          </Button>
          <Button type="submit" disabled={!isComplete || save.isPending}>
            {save.isPending ? 'Saving...' : isNew ? 'Create' : 'Save'}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

const FIELDS: readonly (keyof CalculationForm)[] = ['name', 'values', 'equation', 'unit', 'startDate']

function nameNote(typed: string): string {
  const name = differingName(typed)
  return name === undefined || name === ''
    ? 'Charts and tables know it by this name, for good.'
    : `It will be called ${name}.`
}
