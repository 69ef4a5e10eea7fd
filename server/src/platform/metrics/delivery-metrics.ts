import { Counter, Gauge, type Registry } from 'prom-client'

/** Messages that wait to be handed over. */
export function createDeliveryMetrics(registers: Registry[]) {
  return {
    outboxWaiting: new Gauge({
      name: 'fieldwatch_outbox_waiting_messages',
      help: 'Mails, SMS and what webhooks are told that wait to be handed over; 10,000 may be more',
      labelNames: ['kind'],
      registers,
    }),
    outboxOldest: new Gauge({
      name: 'fieldwatch_outbox_oldest_waiting_seconds',
      help: 'Since when the message waits that waits longest; 0 when none does',
      labelNames: ['kind'],
      registers,
    }),
    deliveries: new Counter({
      name: 'fieldwatch_outbox_deliveries_total',
      help: 'Messages by what became of them when it was their turn: sent, failed (and tried again), or given up',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
  }
}
