import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** What follows arriving records: calculated sources, and consumers of all kinds. */
export function createArrivalMetrics(registers: Registry[]) {
  return {
    recordsCalculated: new Counter({
      name: 'fieldwatch_records_calculated_total',
      help: 'Records of calculated sources that were stored or taken back',
      registers,
    }),
    calculationLag: new Histogram({
      name: 'fieldwatch_calculation_lag_seconds',
      help: 'Time from the arrival of a record until what is computed from it is stored',
      buckets: [0.03, 0.1, 0.3, 1, 3, 10, 60, 600],
      registers,
    }),
    calculationFailures: new Counter({
      name: 'fieldwatch_calculation_failures_total',
      help: 'Steps of calculated sources that failed and are tried again',
      registers,
    }),
    arrivalsLag: new Gauge({
      name: 'fieldwatch_arrivals_lag_seconds',
      help: 'Since when the record has been stored that waits longest for those that follow it, by what follows',
      labelNames: ['consumer'],
      registers,
    }),
    arrivalsWaiting: new Gauge({
      name: 'fieldwatch_arrivals_waiting',
      help: 'Followers for which something has arrived, or that have not finished, at the last look of this server',
      labelNames: ['consumer'],
      registers,
    }),
    arrivalsFailures: new Counter({
      name: 'fieldwatch_arrivals_failures_total',
      help: 'Steps of followers that failed and are tried again',
      labelNames: ['consumer'],
      registers,
    }),
  }
}
