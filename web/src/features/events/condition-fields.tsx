import { VALUE_OPERATORS } from '@fieldwatch/contract/calculations/conditions'
import {
  fieldOfPlace,
  parkedByOfField,
  placeBound,
  placeOfField,
  withoutParked,
} from '@fieldwatch/contract/places/place-conditions'
import { journeyOfField } from '@fieldwatch/contract/places/trip-conditions'
import type { FilterOperator } from '@fieldwatch/contract/telemetry/data'
import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { fieldChoices, sourceChoices, type UnitSources } from '#shared/units/source-choices.ts'
import { YesNoSwitch } from '#shared/units/yes-no-switch.tsx'
import { CONDITION_KINDS, type EventForm, startOfKind } from './event-form.ts'
import {
  journeyChoices,
  LEFT_PARKED,
  parkedChoices,
  placeChoices,
  positionSources,
  sideChoices,
  useUnitPlaces,
} from './event-places.ts'
import classes from './events.module.css'
import { TripFields } from './trips/trip-fields.tsx'
import { t } from './texts.ts'

interface PartProps {
  form: UseFormReturnType<EventForm>
  sources: UnitSources
}

interface ConditionFieldsProps extends PartProps {
  /** Whether the sources are still being read, or could not be. */
  state: { readonly isError: boolean; readonly isPending: boolean }
}

/** What an event table looks for: a value, being in a place or outside of it, or trips and stops. */
export function ConditionFields({ form, sources, state }: ConditionFieldsProps) {
  const { kind, source } = form.values
  const positions = positionSources(sources, kind === 'value' ? '' : source)
  return (
    <>
      {positions.length > 0 && (
        <SegmentedControl
          aria-label={t('events.kind')}
          data={CONDITION_KINDS.map((value) => ({ value, label: t(`events.kind.${value}`) }))}
          value={kind}
          onChange={(next) => {
            form.setValues(startOfKind(next, positions[0]?.value ?? ''))
            form.clearErrors()
          }}
        />
      )}
      {kind === 'value' && <ValueFields form={form} sources={sources} state={state} />}
      {kind !== 'value' && positions.length > 1 && (
        <NativeSelect
          label={t('events.place.source')}
          required
          data={positions}
          {...form.getInputProps('source')}
          // Fields of another source do not say whether the unit is parked.
          onChange={({ currentTarget: { value } }) =>
            form.setValues({ source: value, ...(kind === 'place' ? { field: withoutParked(form.values.field) } : {}) })
          }
        />
      )}
      {kind === 'place' && <PlaceFields form={form} sources={sources} />}
      {kind === 'journey' && <JourneyFields form={form} sources={sources} />}
    </>
  )
}

function ValueFields({ form, sources, state }: ConditionFieldsProps) {
  const { source, field } = form.values
  const [yesNo, setYesNo] = useState(false)
  const numeric = yesNo ? true : 'strictly'
  const hasNumbers = sourceChoices(sources, { numeric, chosen: '' }).length > 0
  return (
    <>
      <div className={classes['pair']}>
        <NativeSelect
          label={t('events.field.source')}
          required
          data={[notChosen(), ...sourceChoices(sources, { numeric, chosen: source })]}
          disabled={state.isPending}
          description={noteOf(state, hasNumbers)}
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
          data={[notChosen(), ...fieldChoices(sources, source, { numeric, chosen: field })]}
          disabled={source === ''}
          {...form.getInputProps('field')}
        />
        <NativeSelect
          label={t('events.field.operation')}
          required
          data={[notChosen(), ...VALUE_OPERATORS]}
          {...form.getInputProps('operation')}
        />
        <TextInput
          label={t('events.field.constant')}
          required
          inputMode="decimal"
          autoComplete="off"
          {...form.getInputProps('constant')}
        />
      </div>
      <YesNoSwitch sources={sources} checked={yesNo} onChange={setYesNo} />
    </>
  )
}

/** In which place, on which side of its border. */
function PlaceFields({ form, sources }: PartProps) {
  const { source, field, operation } = form.values
  const parkedBy = parkedByOfField(field)
  const parkedFields = parkedChoices({ sources, source, field })
  const places = placeChoices(useUnitPlaces(), withoutParked(field))

  function choosePlace(chosen: string): void {
    form.setFieldValue('field', withParked(chosen, parkedBy))
  }

  function chooseSide(side: string): void {
    const isParked = side === LEFT_PARKED
    form.setFieldValue('field', withParked(withoutParked(field), isParked ? parkedFields[0] : undefined))
    form.setFieldValue('operation', isParked ? placeBound('outside').operator : (side as FilterOperator | ''))
  }

  return (
    <div className={classes['pair']}>
      <NativeSelect
        label={t('events.heading.place')}
        required
        data={[notChosen(), ...places]}
        description={places.length === 0 ? t('events.place.none') : ''}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.getInputProps('field')}
        value={withoutParked(field)}
        onChange={({ currentTarget }) => choosePlace(currentTarget.value)}
      />
      <NativeSelect
        label={t('events.field.operation')}
        required
        // Which place is left has to be known first.
        data={[notChosen(), ...sideChoices({ canBeParked: parkedFields.length > 0 && field !== '' })]}
        {...form.getInputProps('operation')}
        value={parkedBy === undefined ? operation : LEFT_PARKED}
        onChange={({ currentTarget }) => chooseSide(currentTarget.value)}
      />
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
    </div>
  )
}

function JourneyFields({ form, sources }: PartProps) {
  const { source, field } = form.values
  const journey = journeyOfField(field)
  if (journey === undefined) return undefined
  const choose = (chosen: string): void => form.setFieldValue('field', chosen)
  return (
    <>
      <NativeSelect
        label={t('events.trips')}
        required
        data={journeyChoices(field)}
        value={field}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      <TripFields sources={sources} source={source} journey={journey} onField={choose} />
    </>
  )
}

/** The reading of a place, for units that leave it while they are parked; others as they are. */
function withParked(field: string, parkedBy: string | undefined): string {
  const reference = placeOfField(field)
  return reference === undefined ? field : fieldOfPlace(reference, parkedBy)
}

function notChosen() {
  return { value: '', label: t('events.choose') }
}

function noteOf({ isError, isPending }: ConditionFieldsProps['state'], hasNumbers: boolean): string {
  if (isError) return t('events.failed.values')
  return hasNumbers || isPending ? '' : t('events.field.no-numbers')
}
