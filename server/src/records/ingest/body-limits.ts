import { MAX_INGEST_RECORDS, MAX_INGEST_SOURCES, MAX_INGEST_VALUES } from '@fieldwatch/contract/ingest'

const NUMBERS = new Intl.NumberFormat('en-US')
const write = (count: number): string => NUMBERS.format(count)

/** The limits of a body, and the sentences for one that exceeds them. */
export const TOO_MANY_RECORDS = `A body has at most ${write(MAX_INGEST_RECORDS)} records. Send them in several.`
export const TOO_MANY_SOURCES = `A body has at most ${write(MAX_INGEST_SOURCES)} sources. Send them in several.`
export const TOO_MANY_VALUES = `A body has at most ${write(MAX_INGEST_VALUES)} values: of each source its records times its fields. Send it in several.`
