import { ChoiceSelect } from '#ui/components/choice-select.tsx'
import {
  fieldOfJourney,
  type JourneyCondition,
  LEAST_METRES,
  SPEED_UNITS,
  STOP_MINUTES,
  type TripSettings,
} from '@fieldwatch/contract/places/trip-conditions'
import { parseReference } from '@fieldwatch/contract/calculations/conditions'
import { NativeSelect, NumberInput } from '@mantine/core'
import { nameOfValue } from '@fieldwatch/contract/calculations/calculation-rules'
import { isHiddenSource } from '@fieldwatch/contract/telemetry/data'
import { fieldChoices, type UnitSources } from '#shared/units/source-choices.ts'
import { compareNaturally } from '@fieldwatch/contract/text/natural-order'
import { numberText } from '@fieldwatch/contract/text/number-text'
import { decimalSeparator } from '@fieldwatch/contract/text/text-locale'
import classes from '../events.module.css'
import { t } from '../texts.ts'

interface TripFieldsProps {
  sources: UnitSources
  source: string
  journey: Omit<JourneyCondition, 'source'>
  /** Gets the field of the condition with other settings. */
  onField: (field: string) => void
}

/** How trips and stops differ. */
export function TripFields({ sources, source, journey, onField }: TripFieldsProps) {
  const { settings } = journey
  const change = (changed: Partial<TripSettings>) =>
    onField(fieldOfJourney({ ...journey, settings: { ...settings, ...changed } }))
  const { speed, ignition } = settings
  return (
    <div className={classes['pair']}>
      <Bounded
        label={t('events.trips.least')}
        help={t('events.trips.least.help')}
        limits={LEAST_METRES}
        value={settings.least}
        onChange={(least) => change({ least })}
      />
      <Bounded
        label={t('events.trips.stop')}
        help={t('events.trips.stop.help')}
        limits={STOP_MINUTES}
        value={settings.stop}
        onChange={(stop) => change({ stop })}
      />
      <NativeSelect
        label={t('events.trips.speed')}
        data={[
          { value: '', label: t('events.trips.speed.positions') },
          ...fieldChoices(sources, source, { numeric: true, chosen: speed?.field ?? '' }),
        ]}
        value={speed?.field ?? ''}
        onChange={({ currentTarget: { value: field } }) =>
          change({ speed: field === '' ? undefined : { field, unit: speed?.unit ?? 'km/h' } })
        }
      />
      {speed === undefined ? undefined : (
        <ChoiceSelect
          label={t('events.trips.speed.unit')}
          choices={SPEED_UNITS}
          nameOf={(unit) => unit}
          value={speed.unit}
          onChange={(unit) => change({ speed: { ...speed, unit } })}
        />
      )}
      <NativeSelect
        label={t('events.trips.ignition')}
        description={t('events.trips.ignition.help')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={[
          { value: '', label: t('events.trips.ignition.none') },
          ...ignitionChoices(sources, { source, ignition }),
        ]}
        value={ignition === undefined ? '' : nameOfValue(ignition)}
        onChange={({ currentTarget: { value } }) => change({ ignition: parseReference(value) })}
      />
    </div>
  )
}

interface Asked {
  /** That with the positions. */
  readonly source: string
  readonly ignition: TripSettings['ignition']
}

/** All that can be on or off, beside the positions too, and that which is chosen even if it is gone. */
function ignitionChoices(sources: UnitSources, { source: positions, ignition }: Asked) {
  const known = Object.entries(sources)
    .filter(([source]) => source === positions || !isHiddenSource(source))
    .flatMap(([source, fields]) =>
      Object.entries(fields)
        .filter(([, type]) => type === 'bool' || type === 'int')
        .map(([field]) => nameOfValue({ source, field })),
    )
  const chosen = ignition === undefined ? [] : [nameOfValue(ignition)]
  return [...new Set([...known, ...chosen])]
    .toSorted(compareNaturally)
    .map((value) => ({ value, label: isHiddenSource(positions) ? withoutSource(value, positions) : value }))
}

function withoutSource(value: string, source: string): string {
  return value.startsWith(`${source}.`) ? value.slice(source.length + 1) : value
}

function wholeText(value: number): string {
  return numberText(value, { least: 0, most: 0 })
}

interface BoundedProps {
  label: string
  help: string
  limits: { readonly min: number; readonly max: number }
  value: number
  onChange: (value: number) => void
}

/** Moves a number into its limits when the input loses the focus. */
function Bounded({ label, help, limits: { min, max }, value, onChange }: BoundedProps) {
  return (
    <NumberInput
      label={label}
      description={`${help} ${t('events.trips.limits', { min: wholeText(min), max: wholeText(max) })}`}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      required
      min={min}
      max={max}
      allowNegative={false}
      decimalScale={1}
      decimalSeparator={decimalSeparator()}
      clampBehavior="blur"
      value={value}
      onChange={(entered) => {
        if (typeof entered === 'number' && entered >= min && entered <= max) onChange(entered)
      }}
    />
  )
}
