import { Button, NativeSelect, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { calibrate, concern, corrected, type Point, readNumber } from './calibration.ts'
import type { LiveReading } from './messages.ts'
import { t } from './texts.ts'
import classes from './worksheet.module.css'

/** The sensors that are offered before the portal sends readings. */
const SENSORS = ['NO3-', 'K+', 'pH'] as const

const STEPS = ['calibration.step.first', 'calibration.step.second'] as const

/** The input of one step. */
interface Step {
  readonly standard: string
  readonly reading: string
}

const EMPTY: Step = { standard: '', reading: '' }

interface WorksheetProps {
  /** The newest reading of each sensor. */
  readings: readonly LiveReading[]
}

/** The sheet for a calibration by two standards, with its current result. */
export function Worksheet({ readings }: WorksheetProps) {
  const [sensor, setSensor] = useState<string>(SENSORS[0])
  const [steps, setSteps] = useState<readonly Step[]>([EMPTY, EMPTY])
  const live = readings.find(({ name }) => name === sensor)?.value
  return (
    <div className={classes['sheet']}>
      <Title order={1} size="h4">
        {t('calibration.title')}
      </Title>
      <div className={`${classes['card']} ${classes['sensor']}`}>
        <NativeSelect
          label={t('calibration.sensor')}
          data={SENSORS}
          value={sensor}
          onChange={({ currentTarget }) => {
            setSensor(currentTarget.value)
            setSteps([EMPTY, EMPTY])
          }}
        />
        <Text component="output" c={live === undefined ? 'dimmed' : 'var(--mantine-color-text)'}>
          {live === undefined ? t('calibration.live.none') : t('calibration.live', { value: String(live) })}
        </Text>
      </div>
      {STEPS.map((title, place) => (
        <StepFields
          key={title}
          title={t(title)}
          step={steps[place] ?? EMPTY}
          live={live}
          onChange={(step) => setSteps(steps.with(place, step))}
        />
      ))}
      <section aria-label={t('calibration.result')} className={classes['card']}>
        <Title order={2} size="h6">
          {t('calibration.result')}
        </Title>
        <Text component="output" fw={600}>
          {resultText(pointOf(steps[0]), pointOf(steps[1]), live)}
        </Text>
      </section>
    </div>
  )
}

interface StepFieldsProps {
  title: string
  step: Step
  live: number | undefined
  onChange: (step: Step) => void
}

function StepFields({ title, step, live, onChange }: StepFieldsProps) {
  return (
    <fieldset aria-label={title} className={classes['card']}>
      <Title order={2} size="h6">
        {title}
      </Title>
      <Text c="dimmed">{t('calibration.step.help')}</Text>
      <div className={classes['fields']}>
        <Measured
          label={t('calibration.standard')}
          text={step.standard}
          onChange={(standard) => onChange({ ...step, standard })}
        />
        <Measured
          label={t('calibration.reading')}
          text={step.reading}
          onChange={(reading) => onChange({ ...step, reading })}
        />
        <Button
          variant="default"
          disabled={live === undefined}
          onClick={() => onChange({ ...step, reading: String(live ?? '') })}
        >
          {t('calibration.take')}
        </Button>
      </div>
    </fieldset>
  )
}

/** A field for a number with a decimal point or comma. */
function Measured({ label, text, onChange }: { label: string; text: string; onChange: (text: string) => void }) {
  const isWrong = text.trim() !== '' && readNumber(text) === undefined
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      error={isWrong ? t('calibration.number', { example: 4.01 }) : undefined}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

function pointOf({ standard, reading }: Step = EMPTY): Point | undefined {
  const [known, read] = [readNumber(standard), readNumber(reading)]
  return known === undefined || read === undefined ? undefined : { standard: known, reading: read }
}

function resultText(first: Point | undefined, second: Point | undefined, live: number | undefined): string {
  if (first === undefined || second === undefined) return t('calibration.result.none')
  const found = calibrate(first, second)
  if (found === undefined) return t('calibration.result.same')
  const now = live === undefined ? [] : [t('calibration.result.now', { value: corrected(found, live).toFixed(2) })]
  const doubt = concern(found)
  return [
    t('calibration.result.line', { slope: found.slope.toFixed(4), offset: found.offset.toFixed(3) }),
    ...now,
    ...(doubt === undefined ? [] : [t(`calibration.doubt.${doubt}`)]),
  ].join(' ')
}
