import type { FieldValue, FilterOperator } from '@fieldwatch/contract/telemetry/data'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { DrawnPoints } from '#records/chunks/m4.ts'
import type { DrawnRange } from '#records/chunks/pixel-columns.ts'

/**
 * Reads stored records, wherever they are stored; everything that reads telemetry uses it. Sources are known by their key, times
 * are epoch milliseconds. A read ends when its signal aborts, with the reason of the signal, and with data/read-too-long when a
 * statement takes too long.
 */
export interface RecordReader {
  /** Records that fulfil all conditions, sorted, from behind a position on. */
  readPage(sourceKey: number, request: PageRequest, signal?: AbortSignal): Promise<SortedRecord[]>
  /** The newest record of each of many sources, by key of source; none for a source without records. */
  readLatest(sourceKeys: readonly number[], signal?: AbortSignal): Promise<ReadonlyMap<number, StoredRecord>>
  /** The last record of each of many sources up to a moment, by key of source; none for a source without one. */
  readAsOf(sourceKeys: readonly number[], asOf: AsOf, signal?: AbortSignal): Promise<ReadonlyMap<number, StoredRecord>>
  /**
   * The latest value of each of some fields in records up to a time; fields without a value are missing. For a field with only
   * null the newest chunks alone are searched.
   */
  readLatestValues(sourceKey: number, request: LatestValuesRequest, signal?: AbortSignal): Promise<LatestValue[]>
  /** Every record of a range by time, in blocks. */
  readRange(sourceKey: number, range: RecordRange, signal?: AbortSignal): AsyncIterable<readonly StoredRecord[]>
  /** Numbers of some fields of a range by time, in blocks; NaN where a record has no number. */
  readNumbers(sourceKey: number, range: NumbersRequest, signal?: AbortSignal): AsyncIterable<NumberBlock>
  /**
   * As `readNumbers`, except that where the first field cannot be what is looked for only its first record is returned, to show
   * that there was one. A block is there until the next one is asked for; then its
   * memory is released.
   */
  readCandidates(sourceKey: number, request: CandidatesRequest): AsyncIterable<NumberBlock>
  /** The numbers of one field of a range by time as they were known, in blocks. A block is there until the next one is asked for. */
  readKnownNumbers(sourceKey: number, request: KnownNumbersRequest, signal?: AbortSignal): AsyncIterable<NumberBlock>
  /**
   * Numeric fields of a range, or, when there are many records, the points that draw the same lines. The caller owns the memory
   * of both.
   * @throws DomainError data/too-many-values
   */
  readSeries(sourceKey: number, request: SeriesRequest, signal?: AbortSignal): Promise<Series>
  /** Records by time of those that had arrived at a moment. */
  readArrivedBy(sourceKey: number, request: ArrivedByRequest): Promise<StoredRecord[]>
  /** Records in the order in which they arrived, then by time, from behind a position on. */
  readArrivals(sourceKey: number, request: ArrivalsRequest): Promise<StoredRecord[]>
  /** As `readArrivals`, without their fields. */
  readArrivalTimes(sourceKey: number, request: ArrivalsRequest): Promise<ArrivalTimes>
}

/** `reading`: a field that is computed when records are read, such as one about places, and added to them. */
interface RecordRange extends TimeRange {
  readonly reading?: string
}

export interface StoredRecord {
  readonly at: number
  readonly receivedAt: number
  /** An object as JSON text. */
  readonly fields: string
}

/** Up to which moment records count, by their own time, inclusive. */
export interface AsOf {
  readonly at: number
  /** Records that arrived later are left out; undefined: all that are stored count. */
  readonly arrivedBy: number | undefined
}

export interface LatestValuesRequest {
  readonly fields: readonly string[]
  readonly until: number
}

export interface LatestValue {
  readonly field: string
  readonly at: number
  readonly receivedAt: number
  readonly value: Exclude<FieldValue, null>
}

export interface NumbersRequest extends TimeRange {
  readonly fields: readonly string[]
}

export interface CandidatesRequest extends NumbersRequest {
  /** Whether a number of the first field between the two could be what is looked for. */
  readonly isCandidate: (least: number, greatest: number) => boolean
}

export interface KnownNumbersRequest extends TimeRange {
  readonly field: string
  /** Leaves out records that arrived later. */
  readonly arrivedBy?: number | undefined
}

/** Records by time; NaN where one has no number. */
export interface NumberBlock {
  readonly at: Float64Array
  /** One for each field that was asked for. */
  readonly columns: readonly Float64Array[]
}

/** A time compares with `messageUTC` or `recieveUTC`. A field that a record does not have counts as null. */
export type Condition =
  | { readonly kind: 'time'; readonly of: TimeField; readonly operator: FilterOperator; readonly at: number }
  | { readonly kind: 'field'; readonly name: string; readonly operator: FilterOperator; readonly value: FieldValue }
  /** The field reads as a number, as `toNumber` says. */
  | { readonly kind: 'number'; readonly name: string }

type TimeField = 'messageUTC' | 'recieveUTC'

export interface Order {
  /** A time field, or a field. Records that are equal in it are sorted by `messageUTC` in the same direction. */
  readonly field: string
  readonly direction: 'asc' | 'desc'
}

/** Behind which record a page begins. */
export interface PagePosition {
  /** What the record has in the field that is sorted by, as JSON text; for a time field epoch milliseconds. */
  readonly value: string
  readonly at: number
}

export interface PageRequest {
  readonly conditions: readonly Condition[]
  readonly order: Order
  readonly after: PagePosition | undefined
  readonly limit: number
}

export interface SortedRecord extends StoredRecord {
  /** As in `PagePosition`. */
  readonly value: string
}

export interface SeriesRequest extends DrawnRange {
  readonly fields: readonly string[]
  /** Asks for every record, and refuses more than this many; undefined: many records are reduced. */
  readonly mostRaw?: number | undefined
  /**
   * Leaves out records that arrived later. A record that was replaced later is left out too: it is not stored any more. Where retention left
   * only a summary, the buckets that end by then count.
   */
  readonly arrivedBy?: number | undefined
  /**
   * Asks for whole records with the time of their arrival as a last column, at most four a pixel column: of each half the first, and the one that
   * arrived first.
   */
  readonly withArrivals?: boolean
}

export type Series = CompleteSeries | ReducedSeries

/** Every record of a range. */
interface CompleteSeries {
  readonly complete: true
  /** In the order of time. The memory may be shared, so only read it. */
  readonly blocks: readonly NumberBlock[]
}

/** Points that draw the same lines as every record. */
export interface ReducedSeries {
  readonly complete: false
  /** One for each field that was asked for. */
  readonly fields: readonly DrawnPoints[]
}

export interface ArrivedByRequest {
  readonly from: number
  /** Leaves out records up to this time, inclusive. */
  readonly after: number | undefined
  readonly arrivedBy: number
  readonly limit: number
}

export interface ArrivalsRequest {
  readonly receivedAfter: number
  /** Of the records that arrived at `receivedAfter`, those behind this time are still to come. */
  readonly at: number | undefined
  readonly limit: number
}

/** Times of records, one at the same place in both. */
export interface ArrivalTimes {
  readonly at: Float64Array
  readonly receivedAt: Float64Array
}
