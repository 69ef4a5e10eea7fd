import type { Repeats } from './deliver.ts'

/** How much is sent and asked. */
export interface Sizes {
  /** Days of 1 Hz of the source that is backfilled and read. */
  readonly historyDays: number
  /** How many of those days go to the table of one row a value, which is too slow for all. */
  readonly valueTableDays: number
  /** Days of the source of which an eighth comes late. */
  readonly offlineDays: number
  /** Records of each kind of data whose bytes are measured. */
  readonly dataSetRecords: number
  /** How often each of the 100 units sends, and how often each yardstick is sent the same. */
  readonly rounds: number
  readonly yardstickRounds: number
  readonly messages: number
  readonly yardstickMessages: number
  /** How long 2,000 messages a second are sent. */
  readonly liveSeconds: number
  /** Alerts that are triggered one after the other; each is measured until its notification. */
  readonly alarms: number
  /** How long 5,000 records a second are sent, with alerts and without. */
  readonly alertSeconds: number
  /** How often, and how long, a read is repeated. */
  readonly repeats: Repeats
}

export const FULL: Sizes = {
  historyDays: 30,
  valueTableDays: 1,
  offlineDays: 10,
  dataSetRecords: 200_000,
  rounds: 200,
  yardstickRounds: 50,
  messages: 100_000,
  yardstickMessages: 10_000,
  liveSeconds: 15,
  alarms: 200,
  alertSeconds: 20,
  repeats: { times: 31, leastMs: 500, mostMs: 12_000 },
}

export const QUICK: Sizes = {
  historyDays: 1,
  valueTableDays: 0.1,
  offlineDays: 1,
  dataSetRecords: 20_000,
  rounds: 10,
  yardstickRounds: 5,
  messages: 5_000,
  yardstickMessages: 1_000,
  liveSeconds: 3,
  alarms: 10,
  alertSeconds: 3,
  repeats: { times: 3, leastMs: 0, mostMs: 1_000 },
}
