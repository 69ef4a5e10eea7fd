import { useState } from 'react'
import { NumberField } from '#ui/components/number-field.tsx'
import type { PlannedLine } from './chart-plan.ts'
import classes from './chart-figures.module.css'
import { t } from './texts.ts'

interface ThresholdFieldProps {
  line: PlannedLine
  /** As sent. */
  above: number | undefined
  onChange: (above: number | undefined) => void
}

/** The threshold of a series, in its unit of measure. It counts when the field is left, or with Enter. */
export function ThresholdField({ line: { label, measure }, above, onChange }: ThresholdFieldProps) {
  const shown = above === undefined ? '' : measure.value(above)
  const [typed, setTyped] = useState<number | ''>()

  function apply(): void {
    if (typed === undefined || Number.isNaN(typed)) return
    setTyped(undefined)
    if (typed !== shown) onChange(typed === '' ? undefined : measure.sent(typed))
  }

  return (
    <NumberField
      size="xs"
      className={classes['threshold'] ?? ''}
      aria-label={t('time-series.figures.threshold', { label })}
      placeholder={t('time-series.figures.threshold.example')}
      value={typed ?? shown}
      onChange={setTyped}
      onBlur={apply}
      onKeyDown={({ key }) => {
        if (key === 'Enter') apply()
      }}
    />
  )
}
