import { MINUTE_MS } from '@fieldwatch/contract/time/durations'
import { setImmediate } from 'node:timers/promises'
import type { BodyOf, ReplyOf } from '@fieldwatch/contract/api/endpoint'
import type { SourceName } from '@fieldwatch/contract/api/ids'
import { comparedRange, shiftOf } from '@fieldwatch/contract/comparisons/compared-periods'
import type { comparePeriods, PeriodFigures } from '@fieldwatch/contract/comparisons/comparisons'
import { toNumber } from '@fieldwatch/contract/telemetry/data'
import { EARLIEST_TIME, LATEST_TIME, type TimeRange } from '@fieldwatch/contract/time/times'
import { DEFAULT_MAX_GAP_MINUTES } from '@fieldwatch/contract/widgets/chart'
import type { RecordReader } from '#records/store/record-reader.ts'
import type { Source, SourceReader, SourceStore } from '#records/store/source-store.ts'
import { createFigureCounter } from './period-figures.ts'

export interface CompareParts {
  readonly sources: Pick<SourceStore, 'list'>
  readonly reader: Pick<RecordReader, 'readKnownNumbers' | 'readPage'>
}

interface Asked {
  readonly reader: SourceReader
  readonly now: number
  readonly signal: AbortSignal
}

type Question = BodyOf<typeof comparePeriods>
type Series = Question['series'][number]
type Comparison = ReplyOf<typeof comparePeriods>['details']

/** The figures of some fields in a period and in the one that it is compared with. @throws DomainError unit/not-found */
export async function compareSeries(
  { sources, reader }: CompareParts,
  question: Question,
  { reader: person, ...asked }: Asked,
): Promise<Comparison> {
  const { shown, compared } = periodsOf(question)
  const arrivedBy = question.asKnownAt === undefined ? undefined : Date.parse(question.asKnownAt)
  const units = new Map<string, ReadonlyMap<SourceName, Source>>()
  const compareOne = async (one: Series): Promise<Comparison['series'][number]> => {
    const { dataID, source: name, field } = one
    const ofUnit =
      units.get(dataID) ?? new Map((await sources.list(dataID, person)).map((found) => [found.name, found]))
    units.set(dataID, ofUnit)
    const source = ofUnit.get(name)
    if (source === undefined || !hasNumbers(source, field))
      return { dataID, source: name, field, shown: null, compared: null }
    const figuresOf = (range: TimeRange) => readFigures(reader, source.key, { ...asked, one, range, arrivedBy })
    return { dataID, source: name, field, shown: await figuresOf(shown), compared: await figuresOf(compared) }
  }
  const series: Comparison['series'] = []
  for (const one of question.series) series.push(await compareOne(one))
  return { shown: written(shown), compared: written(compared), series }
}

/** Both periods in epoch milliseconds. */
function periodsOf({ compareWith, timeZone, ...given }: Question): { shown: TimeRange; compared: TimeRange } {
  const shown = rangeOf(given)
  if (typeof compareWith === 'object') return { shown, compared: rangeOf(compareWith) }
  return { shown, compared: known(comparedRange(shown, shiftOf(compareWith, shown, timeZone), timeZone)) }
}

/** The part of a period that the portal can name. */
function known({ from, to }: TimeRange): TimeRange {
  const within = (at: number): number => Math.min(Math.max(at, EARLIEST_TIME), LATEST_TIME)
  return { from: within(from), to: within(to) }
}

function rangeOf({ from, to }: { readonly from: string; readonly to: string }): TimeRange {
  return { from: Date.parse(from), to: Date.parse(to) }
}

function written({ from, to }: TimeRange): Comparison['shown'] {
  return { fromUTC: new Date(from).toISOString(), toUTC: new Date(to).toISOString() }
}

/** A field of numbers and words counts by its numbers. */
function hasNumbers({ types }: Source, field: string): boolean {
  const type = Object.hasOwn(types, field) ? types[field] : undefined
  return type === 'int' || type === 'float' || type === 'mixed'
}

interface Reading extends Omit<Asked, 'reader'> {
  readonly one: Series
  readonly range: TimeRange
  readonly arrivedBy: number | undefined
}

async function readFigures(
  reader: CompareParts['reader'],
  sourceKey: number,
  { one: { field, above, maxGapMinutes = DEFAULT_MAX_GAP_MINUTES }, range, arrivedBy, now, signal }: Reading,
): Promise<PeriodFigures> {
  const gapMs = maxGapMinutes * MINUTE_MS
  const since = range.from - gapMs
  const before = await lastBefore(reader, sourceKey, { field, at: range.from, since, arrivedBy, signal })
  // What was not known yet holds no longer than up to the moment.
  const counter = createFigureCounter({
    ...range,
    gapMs,
    threshold: above,
    before,
    now: Math.min(now, arrivedBy ?? now),
  })
  for await (const block of reader.readKnownNumbers(sourceKey, { ...range, field, arrivedBy }, signal)) {
    signal.throwIfAborted()
    counter.add(block)
    await setImmediate()
  }
  return counter.finish()
}

interface Last {
  readonly field: string
  readonly at: number
  readonly since: number
  readonly arrivedBy: number | undefined
  readonly signal: AbortSignal
}

async function lastBefore(
  reader: CompareParts['reader'],
  sourceKey: number,
  { field, at, since, arrivedBy, signal }: Last,
): Promise<{ at: number; value: number } | undefined> {
  const request = {
    conditions: [
      { kind: 'time', of: 'messageUTC', operator: '<', at },
      { kind: 'time', of: 'messageUTC', operator: '>', at: since },
      { kind: 'number', name: field },
      ...(arrivedBy === undefined ? [] : [{ kind: 'time', of: 'recieveUTC', operator: '<=', at: arrivedBy } as const]),
    ],
    order: { field: 'messageUTC', direction: 'desc' },
    after: undefined,
    limit: 1,
  } as const
  const [record] = await reader.readPage(sourceKey, request, signal)
  if (record === undefined) return undefined
  return { at: record.at, value: toNumber((JSON.parse(record.fields) as Record<string, unknown>)[field]) }
}
