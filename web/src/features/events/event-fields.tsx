import { VALUE_OPERATORS } from '@fieldwatch/contract/calculations/conditions'
import type { FilterOperator } from '@fieldwatch/contract/telemetry/data'
import type { SourceName } from '@fieldwatch/contract/api/ids'
import { MultiSelect, NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { columnChoices } from '#shared/calculations/calculation-form.ts'
import { StartField } from '#shared/calculations/start-field.tsx'
import { useUnit } from '#shared/units/unit-context.ts'
import { dataOptionsQuery } from '#shared/units/data-options-query.ts'
import { fieldChoices, sourceChoices, type UnitSources } from '#shared/units/source-choices.ts'
import { YesNoSwitch } from '#shared/units/yes-no-switch.tsx'
import {
  fieldOfPlace,
  parkedByOfField,
  placeBound,
  placeOfField,
  withoutParked,
} from '@fieldwatch/contract/places/place-conditions'
import { JOURNEY_BOUND, journeyOfField } from '@fieldwatch/contract/places/trip-conditions'
import { TripFields } from './trips/trip-fields.tsx'
import {
  journeyChoices,
  LEFT_PARKED,
  parkedChoices,
  placeChoices,
  positionSources,
  sideChoices,
  useUnitPlaces,
  visitedChoices,
} from './event-places.ts'
import type { EventForm } from './event-form.ts'
import { eventGapQuery } from './event-queries.ts'
import classes from './events.module.css'
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
  const { source, field } = form.values
  const places = useUnitPlaces()
  const journey = journeyOfField(field)
  const isOnPlaces = placeOfField(field) !== undefined
  const parkedBy = parkedByOfField(field)
  const parkedFields = parkedChoices({ sources, source, field })
  const [yesNo, setYesNo] = useState(false)
  const numeric = yesNo ? true : 'strictly'
  const known = sourceChoices(sources, { numeric, chosen: '' })
  const positions = positionSources(sources, known)
  const hasNumbers = known.length + positions.length > 0
  const isPosition = positions.some(({ value }) => value === source)
  return (
    <>
      <div className={classes['pair']}>
        <NativeSelect
          label={t('events.field.source')}
          required
          data={[notChosen(), ...sourceChoices(sources, { numeric, chosen: isPosition ? '' : source }), ...positions]}
          disabled={options.isPending}
          description={noteOf(options, hasNumbers)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('source')}
          onChange={({ currentTarget }) => {
            form.setFieldValue('source', currentTarget.value)
            form.setFieldValue('field', '')
          }}
        />
        <NativeSelect
          label={t('events.field.value')}
          required
          data={[
            notChosen(),
            ...(isPosition
              ? []
              : fieldChoices(sources, source, {
                  numeric,
                  chosen: isOnPlaces || journey !== undefined ? '' : field,
                })),
            ...journeyChoices({ sources, source, field }),
            ...placeChoices(places, { sources, source, field: withoutParked(field) }),
          ]}
          disabled={source === ''}
          {...form.getInputProps('field')}
          value={withoutParked(field)}
          onChange={({ currentTarget: { value } }) => {
            form.setFieldValue('field', withParked(value, parkedBy))
            const isJourney = journeyOfField(value) !== undefined
            // The operations of places are others, and trips have only one.
            if (isJourney) form.setFieldValue('operation', JOURNEY_BOUND.operator)
            else if ((placeOfField(value) === undefined) === isOnPlaces || journey !== undefined)
              form.setFieldValue('operation', '')
          }}
        />
        {journey === undefined ? (
          <NativeSelect
            label={t('events.field.operation')}
            required
            data={[
              notChosen(),
              ...(isOnPlaces ? sideChoices({ canBeParked: parkedFields.length > 0 }) : VALUE_OPERATORS),
            ]}
            {...form.getInputProps('operation')}
            value={parkedBy === undefined ? form.values.operation : LEFT_PARKED}
            onChange={({ currentTarget: { value } }) => {
              const isParked = value === LEFT_PARKED
              form.setFieldValue('field', withParked(withoutParked(field), isParked ? parkedFields[0] : undefined))
              form.setFieldValue(
                'operation',
                isParked ? placeBound('outside').operator : (value as FilterOperator | ''),
              )
            }}
          />
        ) : undefined}
        {parkedBy === undefined ? undefined : (
          <NativeSelect
            label={t('events.place.parked-by')}
            description={t('events.place.parked-by.help')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            required
            data={parkedFields}
            value={parkedBy}
            onChange={({ currentTarget: { value } }) =>
              form.setFieldValue('field', withParked(withoutParked(field), value))
            }
          />
        )}
        {isOnPlaces || journey !== undefined ? undefined : (
          <TextInput
            label={t('events.field.constant')}
            required
            inputMode="decimal"
            autoComplete="off"
            {...form.getInputProps('constant')}
          />
        )}
      </div>
      {isOnPlaces || journey !== undefined ? undefined : (
        <YesNoSwitch sources={sources} checked={yesNo} onChange={setYesNo} />
      )}
      {journey === undefined ? undefined : (
        <TripFields
          sources={sources}
          source={source}
          journey={journey}
          onField={(changed) => form.setFieldValue('field', changed)}
        />
      )}
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

/** The reading of a place, for units that leave it while they are parked; others as they are. */
function withParked(field: string, parkedBy: string | undefined): string {
  const reference = placeOfField(field)
  return reference === undefined ? field : fieldOfPlace(reference, parkedBy)
}

/** After how long without data an event ends. */
function GapField({ form }: EventFieldsProps) {
  const { unit } = useUnit()
  const { source, field } = form.values
  const isOnPlaces = placeOfField(field) !== undefined
  const journey = journeyOfField(field)
  const isChosen = source !== '' && field !== '' && !isOnPlaces && journey === undefined
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
        isOnPlaces || journey?.kind === 'stops'
          ? t('events.field.gap.place')
          : journey !== undefined
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

function notChosen() {
  return { value: '', label: t('events.choose') }
}

function noteOf({ isError, isPending }: { isError: boolean; isPending: boolean }, hasNumbers: boolean): string {
  if (isError) return t('events.failed.values')
  return hasNumbers || isPending ? '' : t('events.field.no-numbers')
}
