import type { Measure } from '@fieldwatch/contract/measures/measure'
import type { Gauge } from '@fieldwatch/contract/widgets/gauge'
import type { WidgetValue } from '../widget-value.ts'

/** A gauge with its value, all in one unit of measure. */
interface ShownGauge {
  readonly gauge: Gauge
  readonly value: WidgetValue
}

/** The gauge as it is shown: its value, range, steps and marks in the unit of measure that the person reads. */
export function shownGauge({ gauge, value }: ShownGauge, measure: Measure): ShownGauge {
  if (!measure.isConverted) return { gauge, value }
  const { range, steps, delta, threshold, valuePrecision } = gauge
  const shownRange = ([low, high]: Gauge['range']): Gauge['range'] => [measure.value(low), measure.value(high)]
  return {
    gauge: {
      ...gauge,
      unit: measure.unit,
      range: shownRange(range),
      steps: steps?.map((step) => ({ ...step, range: shownRange(step.range) })),
      delta: delta === undefined ? undefined : measure.value(delta),
      threshold: threshold === undefined ? undefined : measure.value(threshold),
      valuePrecision: measure.decimals(valuePrecision ?? DEFAULT_PRECISION),
    },
    value:
      value.kind === 'value' && typeof value.value === 'number'
        ? { ...value, value: measure.value(value.value) }
        : value,
  }
}

/** Decimals of a gauge without a precision. */
const DEFAULT_PRECISION = 2
