import { Gauge, type GaugeConfiguration } from 'prom-client'

/** A gauge that is measured each time it is asked for. */
interface MeasuredGauge<Label extends string = string> {
  /** Says how, from now on. */
  readonly measureBy: (measure: (gauge: Gauge<Label>) => void) => void
}

/** Makes one; it is nothing until it is said how to measure. */
export function measured<Label extends string>(settings: GaugeConfiguration<Label>): MeasuredGauge<Label> {
  let measure: (gauge: Gauge<Label>) => void = () => undefined
  const gauge: Gauge<Label> = new Gauge({ ...settings, collect: () => measure(gauge) })
  return { measureBy: (by) => (measure = by) }
}
