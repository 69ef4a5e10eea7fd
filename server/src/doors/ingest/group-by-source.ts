import { type FieldTypeMap, joinTypes, widenTypes } from './field-types.ts'
import type { KnownSource, PlacedRecord, PlacedStretch, SourceGroup, TimedRecord } from './ingest-batch.ts'

/** Groups records of several batches by source. Of records with the same time the last one to arrive wins. */
export function groupBySource(placed: Iterable<PlacedRecord>, stretches: Iterable<PlacedStretch> = []): SourceGroup[] {
  const bySource = new Map<string, GatheredGroup>()
  let last: GatheredGroup | undefined
  const groupOf = (source: KnownSource): GatheredGroup => {
    if (last?.source === source) return last
    last = bySource.get(source.id)
    if (last === undefined) bySource.set(source.id, (last = new GatheredGroup(source)))
    return last
  }
  for (const { source, record } of placed) groupOf(source).add(record)
  for (const stretch of stretches) groupOf(stretch.source).addStretch(stretch)
  return [...bySource.values()].map((group) => group.finish())
}

/** Gathers the records of one source in one commit. Most come in the order of time. */
class GatheredGroup {
  readonly source: KnownSource
  #records: TimedRecord[] = []
  /** Set once records came out of order. A stand-in time moves away from the time of another record later. */
  #byTime: Map<number, TimedRecord> | undefined
  readonly #stretches: PlacedStretch[] = []
  #widened: FieldTypeMap | undefined
  #types: FieldTypeMap | undefined

  constructor(source: KnownSource) {
    this.source = source
  }

  add(record: TimedRecord): void {
    this.#widenBy(record)
    const last = this.#records.at(-1)
    if (this.#byTime === undefined && (last === undefined || isBehind(record, last))) this.#records.push(record)
    else (this.#byTime ??= new Map(this.#records.map((one) => [keyOf(one), one]))).set(keyOf(record), record)
  }

  addStretch(stretch: PlacedStretch): void {
    this.#stretches.push(stretch)
    this.#joinTypes(stretch.types)
  }

  finish(): SourceGroup {
    const ordered = this.#byTime && [...this.#byTime.values()].sort((one, other) => one.at - other.at)
    return {
      source: this.source,
      records: ordered ?? this.#records,
      stretches: this.#stretches,
      widened: this.#widened,
    }
  }

  #widenBy(record: TimedRecord): void {
    if (record.types !== undefined) this.#joinTypes(record.types)
    else this.#widened = widenTypes(this.#widened ?? this.source.types, record.fields) ?? this.#widened
  }

  #joinTypes(types: FieldTypeMap): void {
    if (types === this.#types) return
    this.#types = types
    this.#widened = joinTypes(this.#widened ?? this.source.types, types) ?? this.#widened
  }
}

function isBehind(record: TimedRecord, last: TimedRecord): boolean {
  return record.at > last.at && record.isStandIn === last.isStandIn
}

function keyOf({ at, isStandIn }: TimedRecord): number {
  return isStandIn === true ? -1 - at : at
}
