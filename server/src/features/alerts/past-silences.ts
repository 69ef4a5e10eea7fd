import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { RecordReader } from '#records/store/record-reader.ts'

interface AskedSilences extends TimeRange {
  /** How long no record may arrive. */
  readonly allowedMs: number
  /** There was nothing to hear before. */
  readonly createdAt: number
  readonly signal: AbortSignal
}

interface PastSilences {
  /** From the last arrival before to the first one after; the last one may reach to the end. */
  readonly silences: readonly TimeRange[]
  /** Where the search ended, because there were too many records; undefined: it saw all. */
  readonly until: number | undefined
}

const ARRIVALS_AT_ONCE = 20_000
/** The most arrivals of one source: the rest is not looked at. */
const MOST_ARRIVALS = 400_000

/** When no record of some sources arrived for longer than is allowed. */
export async function findSilences(
  reader: Pick<RecordReader, 'readArrivalTimes'>,
  keys: readonly number[],
  asked: AskedSilences,
): Promise<PastSilences> {
  const heard: TimeRange[] = []
  let until = Infinity
  for (const key of keys) {
    const found = await hear(reader, key, asked)
    heard.push(...found.stretches)
    until = Math.min(until, found.until)
  }
  const end = Math.min(until, asked.to)
  return { silences: silencesBetween(heard, { ...asked, to: end }), until: until === Infinity ? undefined : until }
}

/** Stretches in which a record arrived at least once in the allowed time. */
async function hear(
  reader: Pick<RecordReader, 'readArrivalTimes'>,
  key: number,
  { from, to, allowedMs, signal }: AskedSilences,
): Promise<{ stretches: TimeRange[]; until: number }> {
  const stretches: { from: number; to: number }[] = []
  let position: { receivedAfter: number; at: number | undefined } = { receivedAfter: from - allowedMs, at: undefined }
  for (let count = 0; count < MOST_ARRIVALS; count += ARRIVALS_AT_ONCE) {
    signal.throwIfAborted()
    const { at, receivedAt } = await reader.readArrivalTimes(key, { ...position, limit: ARRIVALS_AT_ONCE })
    for (const time of receivedAt) {
      if (time > to) break
      const last = stretches.at(-1)
      if (last !== undefined && time - last.to <= allowedMs) last.to = time
      else stretches.push({ from: time, to: time })
    }
    if (receivedAt.length < ARRIVALS_AT_ONCE) return { stretches, until: Infinity }
    position = { receivedAfter: receivedAt.at(-1) ?? to, at: at.at(-1) }
  }
  return { stretches, until: position.receivedAfter }
}

/** What lies between the stretches of all sources, where it is longer than is allowed. */
export function silencesBetween(
  heard: readonly TimeRange[],
  { from, to, allowedMs, createdAt }: Omit<AskedSilences, 'signal'>,
): TimeRange[] {
  const silences: TimeRange[] = []
  let last = Math.max(from - allowedMs, createdAt)
  for (const stretch of heard.toSorted((one, other) => one.from - other.from)) {
    if (stretch.from - last > allowedMs) silences.push({ from: last, to: stretch.from })
    last = Math.max(last, stretch.to)
  }
  if (to - last > allowedMs) silences.push({ from: last, to })
  return silences
}
