import {
  Counter,
  type CounterConfiguration,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  type HistogramConfiguration,
  type Registry,
} from 'prom-client'

/** A gauge that is measured each time it is asked for. */
interface MeasuredGauge<Label extends string = string> {
  /** Says how, from now on. */
  readonly measureBy: (measure: (gauge: Gauge<Label>) => void) => void
}

export type MetricMaker = ReturnType<typeof createMetricMaker>

/** Makes the metrics of one registry. */
export function createMetricMaker(registry: Registry) {
  const registers = [registry]
  return {
    counter: <Label extends string>(settings: CounterConfiguration<Label>) => new Counter({ ...settings, registers }),
    gauge: <Label extends string>(settings: GaugeConfiguration<Label>) => new Gauge({ ...settings, registers }),
    histogram: <Label extends string>(settings: HistogramConfiguration<Label>) =>
      new Histogram({ ...settings, registers }),
    /** Nothing until it is said how to measure. */
    measured: <Label extends string>(settings: GaugeConfiguration<Label>): MeasuredGauge<Label> => {
      let measure: (gauge: Gauge<Label>) => void = () => undefined
      const gauge: Gauge<Label> = new Gauge({ ...settings, registers, collect: () => measure(gauge) })
      return { measureBy: (by) => (measure = by) }
    },
  }
}
