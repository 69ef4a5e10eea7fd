import { Counter, Gauge, type Registry } from 'prom-client'

/** What is done in the background, by kind. */
export function createWorkMetrics(registers: Registry[]) {
  return {
    workDue: new Gauge({
      name: 'fieldwatch_work_due_seconds',
      help: 'For how long there has been background work of a kind without a pause; 0 when nothing is due',
      labelNames: ['kind'],
      registers,
    }),
    workRunning: new Gauge({
      name: 'fieldwatch_work_running',
      help: 'Whether background work of a kind is under way: 1, or 0',
      labelNames: ['kind'],
      registers,
    }),
    workFailures: new Counter({
      name: 'fieldwatch_work_failures_total',
      help: 'Times that background work of a kind failed and was left to the next look',
      labelNames: ['kind'],
      registers,
    }),
  }
}
