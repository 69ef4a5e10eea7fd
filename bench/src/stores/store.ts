import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { Stretch } from '../stretches.ts'

/** A message that is ready to be sent. Returns when the other side said that it took it. */
export type Delivery = () => Promise<void>

/** Somewhere that records are sent to. */
export interface Store {
  readonly name: string
  /** Writes one message with stretches of one unit. */
  prepare(stretches: readonly Stretch[]): Delivery
}

/** Fields of a source over a range. */
export interface SourceRange extends TimeRange {
  readonly unit: string
  readonly source: string
  readonly fields: readonly string[]
}

/** An answer as it came over the wire. Counting may take its time: it is not measured. */
export interface Answer {
  /** Records, pixel columns or sources in it. */
  count(): number
}

/** A database that does the same work in the same run, for comparison. */
export interface Yardstick extends Store {
  /** Whether it stores numbers compressed, by column. */
  readonly isCompressed?: boolean
  /** Makes what was sent visible and writes it to its files. */
  settle(): Promise<void>
  /** What its files or tables take, indexes included. */
  storedBytes(): Promise<number>
  /**
   * First, least, greatest and last value a pixel column and field, which draw the line that all records draw. The tables in PostgreSQL
   * give the least and the greatest only: the others would cost them a sort more.
   */
  drawSeries(range: SourceRange, width: number): Promise<Answer>
  /** Every record of a range. */
  exportRange(range: SourceRange): Promise<Answer>
  /** The newest record of every source of units whose dataID starts so. */
  readLatest(unitPrefix: string): Promise<Answer>
  /** How many periods there are in which a value is above a limit, each until it is not or an hour is silent; not all can say. */
  countPeriods?: (value: { unit: string; source: string; field: string }, limit: number) => Promise<number>
  close(): Promise<void>
}
