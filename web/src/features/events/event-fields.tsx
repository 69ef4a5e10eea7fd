import type { SourceName } from '@fieldwatch/contract/api/ids'
import { MultiSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { columnChoices } from '#shared/calculations/calculation-form.ts'
import { StartField } from '#shared/calculations/start-field.tsx'
import { useUnit } from '#shared/units/unit-context.ts'
import { dataOptionsQuery } from '#shared/units/data-options-query.ts'
import type { UnitSources } from '#shared/units/source-choices.ts'
import { journeyOfField } from '@fieldwatch/contract/places/trip-conditions'
import { ConditionFields } from './condition-fields.tsx'
import { visitedChoices } from './event-places.ts'
import type { EventForm } from './event-form.ts'
import { eventGapQuery } from './event-queries.ts'
import { t } from './texts.ts'

interface EventFieldsProps {
  form: UseFormReturnType<EventForm>
}

export const NO_SOURCES: UnitSources = {}

/** What an event table looks for, and what it shows of it. */
export function EventFields({ form }: EventFieldsProps) {
  const { unit } = useUnit()
  const options = useQuery(dataOptionsQuery(useApi(), unit.dataID))
  const sources = options.data ?? NO_SOURCES
  return (
    <>
      <ConditionFields form={form} sources={sources} state={options} />
      <StartField
        value={form.values.startDate}
        error={form.errors['startDate']}
        later={(start) => t('events.field.start.later', { start })}
        onChange={(startDate) => form.setFieldValue('startDate', startDate)}
      />
      <GapField form={form} />
      <MultiSelect
        label={t('events.columns')}
        description={t('events.field.columns.help')}
        searchable
        hidePickedOptions
        data={[...columnChoices(sources), ...visitedChoices(form.values.values)]}
        disabled={options.isPending}
        placeholder={form.values.values.length === 0 ? t('events.none') : ''}
        nothingFoundMessage={t('events.field.columns.unknown')}
        // Below it is the button, which it would cover.
        comboboxProps={{ keepMounted: false, position: 'top' }}
        {...form.getInputProps('values')}
        value={[...form.values.values]}
      />
    </>
  )
}

/** After how long without data an event ends. */
function GapField({ form }: EventFieldsProps) {
  const { unit } = useUnit()
  const { kind, source, field } = form.values
  const isChosen = kind === 'value' && source !== '' && field !== ''
  const gap = useQuery({
    ...eventGapQuery(useApi(), unit.dataID, { source: source as SourceName, field }),
    enabled: isChosen,
  })
  const known = isChosen ? gap.data : undefined
  return (
    <TextInput
      label={t('events.field.gap')}
      inputMode="decimal"
      autoComplete="off"
      placeholder={known === undefined ? '' : String(known.maxGapMinutes)}
      description={
        kind === 'place' || journeyOfField(field)?.kind === 'stops'
          ? t('events.field.gap.place')
          : kind === 'journey'
            ? t('events.field.gap.trips')
            : known === undefined
              ? t('events.field.gap.automatic')
              : t(`events.field.gap.${known.origin}`)
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...form.getInputProps('maxGapMinutes')}
    />
  )
}
