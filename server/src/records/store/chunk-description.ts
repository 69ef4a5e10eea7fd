/** What is known of a stored chunk without reading its blocks. Times are epoch milliseconds. */
export interface ChunkDescription {
  readonly startAt: number
  /** The time of the last record. */
  readonly endAt: number
  readonly count: number
  readonly firstReceivedAt: number
  readonly lastReceivedAt: number
  /** The bucket widths of the summaries of each field, from narrow to wide. */
  readonly levels: ReadonlyMap<string, readonly number[]>
  /** False when only summaries are left. */
  readonly hasRecords: boolean
  /** True when they are in a bucket. */
  readonly isMoved?: boolean
}

/** A text that changes with the chunk: a record that joins it arrived later than all in it, or widens it. */
export function versionOf({ startAt, endAt, count, lastReceivedAt }: ChunkDescription): string {
  return `${startAt}/${endAt}/${count}/${lastReceivedAt}`
}

/** The name of a block in errors. */
export function blockLabel(sourceKey: number, startAt: number, part: string): string {
  return `source ${sourceKey}, chunk ${startAt}, ${part}`
}
