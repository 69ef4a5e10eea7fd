import type { texts } from '@fieldwatch/messages/measures/en'
import {
  MEASURE_SYSTEMS,
  MeasurePreference as Preference,
  type MeasurePreference,
} from '@fieldwatch/contract/measures/measure-preference'
import { unitsOfDimension } from '@fieldwatch/contract/measures/recognise-unit'
import { DIMENSIONS, type Dimension } from '@fieldwatch/contract/measures/units-of-measure'
import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import classes from './measure-fields.module.css'
import { defineTexts } from '#platform/texts/define-texts.ts'

const t = defineTexts<typeof texts>(import.meta.glob('/../messages/src/measures/??.*'))

interface MeasureFieldsProps {
  label: string
  description: string
  /** Null: none of its own. */
  value: MeasurePreference | null
  /** What none means; left out where none means as sent. */
  none?: string
  onChange: (value: MeasurePreference | null) => void
}

const DIMENSION_TEXTS = {
  temperature: 'measures.dimension.temperature',
  pressure: 'measures.dimension.pressure',
  length: 'measures.dimension.length',
  area: 'measures.dimension.area',
  volume: 'measures.dimension.volume',
  mass: 'measures.dimension.mass',
  'volume flow': 'measures.dimension.volume-flow',
  'mass flow': 'measures.dimension.mass-flow',
  speed: 'measures.dimension.speed',
  energy: 'measures.dimension.energy',
  power: 'measures.dimension.power',
} as const satisfies Record<Dimension, string>

/** The preferred units of measure: a system, and single dimensions that differ from it. */
export function MeasureFields({ label, description, value, none, onChange }: MeasureFieldsProps) {
  const [isOpen, setOpen] = useState(value?.dimensions !== undefined)
  const systems = MEASURE_SYSTEMS.map((system) => ({ value: system, label: t(`measures.system.${system}`) }))
  const preference = value ?? (none === undefined ? { system: 'sent' as const } : undefined)
  return (
    <div>
      <NativeSelect
        label={label}
        description={description}
        data={none === undefined ? systems : [{ value: '', label: none }, ...systems]}
        value={preference?.system ?? ''}
        onChange={({ currentTarget }) => {
          const system = MEASURE_SYSTEMS.find((one) => one === currentTarget.value)
          onChange(system === undefined ? null : { ...preference, system })
        }}
      />
      {preference === undefined ? undefined : isOpen ? (
        <div className={classes['dimensions']}>
          {DIMENSIONS.map((dimension) => (
            <NativeSelect
              key={dimension}
              label={t(DIMENSION_TEXTS[dimension])}
              data={choicesOf(dimension)}
              value={preference.dimensions?.[dimension] ?? ''}
              onChange={({ currentTarget }) => onChange(withDimension(preference, dimension, currentTarget.value))}
            />
          ))}
        </div>
      ) : (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => setOpen(true)}>
          {t('measures.by-dimension')}
        </Button>
      )}
    </div>
  )
}

function choicesOf(dimension: Dimension) {
  return [
    { value: '', label: t('measures.choice.as-above') },
    { value: 'sent', label: t('measures.choice.as-sent') },
    ...unitsOfDimension(dimension).map(({ text }) => ({ value: text, label: text })),
  ]
}

/** The preference with another choice for one dimension; an empty one follows the system. */
function withDimension(preference: MeasurePreference, dimension: Dimension, choice: string): MeasurePreference {
  const { [dimension]: _former, ...others } = preference.dimensions ?? {}
  const dimensions = choice === '' ? others : { ...others, [dimension]: choice }
  return Preference.parse({
    system: preference.system,
    ...(Object.keys(dimensions).length === 0 ? {} : { dimensions }),
  })
}
