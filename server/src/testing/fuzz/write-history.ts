import { createChance, type Chance } from './chance.ts'

export type FuzzSource = 'tank' | 'room'
/** Anything but a number or a boolean takes away the number that the record had. */
export type Sent = number | boolean | string | null

export interface SentRecord {
  readonly at: number
  readonly value: Sent
}

/** What one unit does at one moment. */
export interface SentBatch {
  readonly why: Why
  readonly source: FuzzSource
  readonly records: readonly SentRecord[]
}

/** What the portal does between the two halves of what units send at a moment. */
export type Between = 'nothing' | 'settle' | 'compact'

type Why = 'live' | 'backlog' | 'late' | 'overwritten' | 'deleted' | 'ahead'

/** What is chosen by chance for a history, beside its records. Times are milliseconds. */
export interface Rules {
  readonly limit: number
  /** The second limit of the alert that has one: OK again at or below this one. */
  readonly clearLimit: number
  readonly forMs: number
  readonly silentMs: number
  readonly gapMs: number
  /** The start of event tables and calculated sources. */
  readonly startAt: number
}

export interface History {
  readonly place: number
  /** The clock of the unit is sometimes ahead. */
  readonly isFast: boolean
  readonly rules: Rules
  /** By moment of the batch. */
  readonly batches: readonly (readonly SentBatch[])[]
}

const MINUTE = 60_000
const LATE_MS = 15 * MINUTE
const MOST_AHEAD_MS = 2 * 60 * MINUTE
const FIELD_LIMIT = 10

/** The moments of the clock that the histories of a batch share. */
export function chooseMoments(seed: number, count: number, start: number): number[] {
  const chance = createChance(seed)
  const moments: number[] = []
  for (let at = start; moments.length < count; at += chance.between(3, 36) * 5_000) moments.push(at)
  return moments
}

/** One history out of many: the same for the same seed, place and moments. */
export function writeHistory(seed: number, place: number, moments: readonly number[]): History {
  const chance = createChance(seed * 1_009 + place + 1)
  const start = moments[0] ?? 0
  const rules: Rules = {
    limit: FIELD_LIMIT,
    clearLimit: FIELD_LIMIT - chance.between(1, 4),
    forMs: chance.pick([10, 45, 60, 150, 400]) * 1_000,
    silentMs: (chance.between(10, 60) * 5 + 3) * 1_000,
    gapMs: chance.pick([1, 2, 5, 30]) * MINUTE,
    startAt: start + chance.pick([-10, 0, 3]) * MINUTE,
  }
  const writer = { chance, start, sent: new Map<FuzzSource, number[]>(), isFast: chance.happens(0.3) }
  return {
    place,
    isFast: writer.isFast,
    rules,
    batches: moments.map((now) => (chance.happens(0.7) ? writeBatches(writer, now) : [])),
  }
}

interface Writer {
  readonly chance: Chance
  readonly start: number
  /** The times of what was sent and may be sent again. */
  readonly sent: Map<FuzzSource, number[]>
  /** Its clock is sometimes ahead. */
  readonly isFast: boolean
}

function writeBatches(writer: Writer, now: number): SentBatch[] {
  const { chance } = writer
  return Array.from({ length: chance.between(1, 5) }, () => {
    const source = chance.pick<FuzzSource>(['tank', 'tank', 'room'])
    const why = chance.pick<Why>([
      ...(['live', 'live', 'live', 'backlog', 'late', 'overwritten', 'deleted'] as const),
      ...(writer.isFast ? (['ahead', 'ahead'] as const) : []),
    ])
    return { why, source, records: writeRecords(writer, { why, source, now }) }
  })
}

interface Wanted {
  readonly why: Why
  readonly source: FuzzSource
  readonly now: number
}

function writeRecords({ chance, start, sent }: Writer, { why, source, now }: Wanted): SentRecord[] {
  const known = sent.get(source) ?? []
  const few = chance.between(1, 4)
  const times: Readonly<Record<Why, () => number>> = {
    live: () => now - chance.between(0, 3_000),
    backlog: () => now - chance.between(0, 3 * MINUTE),
    late: () => chance.between(start - LATE_MS, now),
    overwritten: () => (known.length === 0 ? now : chance.pick(known)),
    deleted: () => (known.length === 0 ? now : chance.pick(known)),
    ahead: () => now + chance.between(1, chance.happens(0.5) ? MINUTE : MOST_AHEAD_MS),
  }
  const count = why === 'live' ? 1 : few
  const chosen = [...new Set(Array.from({ length: count }, times[why]))]
  // What a former version of a record that was ahead has changed is kept: decision 0225.
  if (why !== 'ahead') sent.set(source, [...known, ...chosen])
  return chosen.map((at) => ({ at, value: why === 'deleted' ? null : writeValue(chance) }))
}

function writeValue(chance: Chance): Sent {
  if (chance.happens(0.06)) return chance.pick<Sent>([true, false, 'ERR', 0])
  return chance.between(0, 40) / 2
}
