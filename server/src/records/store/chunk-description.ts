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
}

/** What changes whenever the chunk does: a record that joins a chunk arrived later than all that are in it, or widens it. */
export function versionOf({ startAt, endAt, count, lastReceivedAt }: ChunkDescription): string {
  return `${startAt}/${endAt}/${count}/${lastReceivedAt}`
}

/** What a block is called when it is damaged. */
export function blockLabel(sourceKey: number, startAt: number, part: string): string {
  return `source ${sourceKey}, chunk ${startAt}, ${part}`
}
