import type { RecordReader } from '#records/store/record-reader.ts'
import type { Occurrence, StartValue } from './occurrence.ts'

/** A source with values that can be texts or booleans. */
export interface TextSource {
  readonly source: string
  /** Undefined before its first record. */
  readonly key: number | undefined
  /** Whether the occurrences are found in its records. */
  readonly isOwn: boolean
  readonly fields: readonly string[]
  /** For each field its place among the values. */
  readonly places: readonly number[]
}

interface Reading {
  readonly reader: Pick<RecordReader, 'readLatestValues'>
  readonly texts: readonly TextSource[]
  /** How many values the event table has. */
  readonly count: number
}

/**
 * An occurrence with those of its values at the start that are texts or booleans. A value at the start is what the record of the own source
 * has that begins it; of another source the latest by then. Numbers follow the same rule among the figures.
 */
export async function withStarts(reading: Reading, occurrence: Occurrence): Promise<Occurrence> {
  if (reading.texts.length === 0 || occurrence.starts !== undefined) return occurrence
  return { ...occurrence, starts: await readStarts(reading, occurrence.startAt) }
}

async function readStarts({ reader, texts, count }: Reading, startAt: number): Promise<StartValue[]> {
  const starts = Array.from({ length: count }, (): StartValue => null)
  for (const { key, isOwn, fields, places } of texts) {
    const latest = key === undefined ? [] : await reader.readLatestValues(key, { fields, until: startAt })
    for (const { field, at, value } of latest) {
      const place = places[fields.indexOf(field)]
      if (place === undefined || typeof value === 'number' || (isOwn && at !== startAt)) continue
      starts[place] = value
    }
  }
  return starts
}
