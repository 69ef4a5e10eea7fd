import { parseJson } from '../text/json.ts'
import { z } from 'zod'
import { MeasurePreference } from '../measures/measure-preference.ts'
import { TimeFormat } from '../people/users.ts'
import { DRAWN_PATH } from './drawn-path.ts'

/** The most rows of a drawn event table. */
export const MOST_DRAWN_ROWS = 1_000

/** How the recipient reads. */
export const DrawnReader = z.object({
  timeFormat: TimeFormat,
  /** Null: as sent. */
  measures: MeasurePreference.nullable(),
  timeZone: z.string(),
})
export type DrawnReader = z.infer<typeof DrawnReader>

/** The address of the page for a reader. */
export function drawnAddress(reader: DrawnReader, language: string): string {
  return `${DRAWN_PATH}?${new URLSearchParams({ language, reader: JSON.stringify(reader) }).toString()}`
}

/** The reader in the search of an address; undefined where it has none. */
export function readDrawnReader(search: string): DrawnReader | undefined {
  return DrawnReader.safeParse(parseJson(new URLSearchParams(search).get('reader') ?? '')).data
}
