import { Input, NativeSelect } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { NumberField } from '#ui/components/number-field.tsx'
import { SPAN_UNITS, type SpanUnit, type TimeSpan } from './time-span.ts'
import classes from './wizard.module.css'
import { t } from '../texts.ts'

interface SpanFieldProps {
  label: string
  description: string
  required?: boolean
  value: TimeSpan
  error: ReactNode
  onChange: (span: TimeSpan) => void
}

/** A length of time: a number and its unit. */
export function SpanField({ label, description, required = false, value, error, onChange }: SpanFieldProps) {
  const id = useId()
  return (
    <Input.Wrapper label={label} description={description} required={required} labelProps={{ htmlFor: id }}>
      <div className={classes['span']}>
        <NumberField id={id} value={value.amount} error={error} onChange={(amount) => onChange({ ...value, amount })} />
        <NativeSelect
          aria-label={t('alerts.span-unit', { label })}
          data={SPAN_UNITS.toReversed().map((unit) => ({ value: unit, label: t(`alerts.unit.${unit}`) }))}
          value={value.unit}
          onChange={({ currentTarget }) => onChange({ ...value, unit: currentTarget.value as SpanUnit })}
        />
      </div>
    </Input.Wrapper>
  )
}
