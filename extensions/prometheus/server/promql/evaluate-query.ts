import {
  QUERY_SAMPLES_MAX,
  QUERY_SERIES_MAX,
  QUERY_VALUES_MAX,
  QUERY_WINDOW_MAX,
} from '../../contract/prometheus-queries.ts'
import { toNumber, type FieldValue } from '@fieldwatch/contract/telemetry/data'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import type { Caller } from '@fieldwatch/server/platform/http/caller'
import { say } from '../say.ts'
import { createBreaks } from '@fieldwatch/server/records/store/breaks'
import type { RecordReader, StoredRecord } from '@fieldwatch/server/records/store/record-reader'
import { calculate, createAggregation, mapSteps, type StepSeries, withoutMetric } from './combine-steps.ts'
import { findSeries, type FoundSeries } from './find-series.ts'
import { isScalar, type Query, type RangeFunction, type Selector } from './query.ts'
import { keyOf } from './series-labels.ts'
import type { SeriesStore } from './series-store.ts'
import { createWindows, emptySteps, type Steps, type StepValues } from './windows.ts'

export interface QueryParts {
  readonly store: SeriesStore
  readonly reader: Pick<RecordReader, 'readNumbers' | 'readAsOf'>
}

export interface Asking {
  readonly caller: Pick<Caller, 'role' | 'reach'>
  readonly steps: Steps
  /** For how long a record counts where the query names no range. */
  readonly lookbackMs: number
  readonly signal: AbortSignal
}

interface Windowed {
  readonly name: RangeFunction
  readonly selector: Selector
  readonly rangeMs: number
}

/** What a value of a step costs, in values of `createBreaks`. */
const STEP_COST = 4

/**
 * The series of an expression, each with a value for each step or none.
 * @throws DomainError query/too-large, data/read-too-long
 */
export function createEvaluation({ store, reader }: QueryParts, { caller, steps, lookbackMs, signal }: Asking) {
  const breaks = createBreaks()
  const budget = createBudget()

  return { evaluate, readRange }

  async function evaluate(query: Query): Promise<StepSeries[]> {
    if (isScalar(query)) return [{ labels: new Map(), ...constantSteps(evaluateScalar(query), steps.count) }]
    const answer: StepSeries[] = []
    for await (const series of seriesOf(query)) {
      budget.values(steps.count * (answer.length + 1))
      answer.push(series)
    }
    return answer
  }

  async function* seriesOf(query: Query): AsyncGenerator<StepSeries> {
    switch (query.kind) {
      case 'selector':
        yield* readWindows({ name: 'last_over_time', selector: query.selector, rangeMs: lookbackMs })
        return
      case 'function':
        for await (const { labels, ...values } of readWindows(query)) {
          yield { labels: query.name === 'last_over_time' ? labels : withoutMetric(labels), ...values }
        }
        return
      case 'operation':
        yield* operate(query)
        return
      case 'aggregation': {
        const aggregation = createAggregation(query.name, query.grouping, steps.count)
        for await (const series of seriesOf(query.of)) {
          aggregation.add(series)
          budget.values(steps.count * aggregation.size)
          await breaks.worked(steps.count * STEP_COST)
        }
        yield* aggregation.finish()
        return
      }
      case 'number':
      case 'range':
        throw new Error(`${query.kind} is no vector`)
    }
  }

  async function* operate({ operator, left, right }: Query & { kind: 'operation' }): AsyncGenerator<StepSeries> {
    const isLeft = isScalar(left)
    const scalar = evaluateScalar(isLeft ? left : right)
    const known = new Set<string>()
    for await (const series of seriesOf(isLeft ? right : left)) {
      const changed = mapSteps(series, (value) =>
        isLeft ? calculate(operator, scalar, value) : calculate(operator, value, scalar),
      )
      const key = keyOf(changed.labels)
      if (known.has(key)) throw new DomainError('query/invalid', { message: say('prometheus.query.same-labels') })
      known.add(key)
      yield changed
      await breaks.worked(steps.count * STEP_COST)
    }
  }

  /** The series of a selector that have a value at one of the steps. */
  async function* readWindows(asked: Windowed): AsyncGenerator<StepSeries> {
    const found = await select(asked.selector)
    const isNewest = steps.count === 1 && asked.name === 'last_over_time'
    const newest = isNewest ? await readNewest(found, asked.selector) : undefined
    for (const series of found) {
      signal.throwIfAborted()
      const known = newest && valueIn(newest.get(series.sourceKey), series.field, momentOf(asked) - asked.rangeMs)
      const values = known === undefined ? await readOne(series, asked) : oneStep(known)
      if (values.present.includes(1)) yield { labels: series.labels, ...values }
    }
  }

  async function select(selector: Selector): Promise<FoundSeries[]> {
    const found: FoundSeries[] = []
    for await (const series of findSeries(store, selector, caller, signal)) {
      budget.series()
      found.push(series)
    }
    return found
  }

  function momentOf({ selector: { offsetMs } }: Pick<Windowed, 'selector'>): number {
    return steps.start - offsetMs
  }

  function readNewest(found: readonly FoundSeries[], selector: Selector): Promise<ReadonlyMap<number, StoredRecord>> {
    const keys = [...new Set(found.map(({ sourceKey }) => sourceKey))]
    return reader.readAsOf(keys, { at: momentOf({ selector }), arrivedBy: undefined }, signal)
  }

  async function readOne({ sourceKey, field }: FoundSeries, asked: Windowed): Promise<StepValues> {
    const windows = createWindows({
      ...asked,
      steps,
      offsetMs: asked.selector.offsetMs,
      count: () => budget.samples(1),
      held: budget.window,
    })
    const first = momentOf(asked)
    const last = first + (steps.count - 1) * steps.stepMs
    const range = { from: first - asked.rangeMs + 1, to: last + 1, fields: [field] }
    for await (const { at, columns } of reader.readNumbers(sourceKey, range, signal)) {
      budget.samples(at.length)
      windows.add(at, columns[0] ?? new Float64Array(0))
      await breaks.worked(at.length)
    }
    const values = windows.finish()
    await breaks.worked(steps.count * STEP_COST)
    return values
  }

  /** The records of a range up to the only step, for a selector of a range that is a whole query. */
  async function* readRange({
    selector,
    rangeMs,
  }: {
    selector: Selector
    rangeMs: number
  }): AsyncGenerator<RangeOfSeries> {
    const end = momentOf({ selector })
    let total = 0
    for (const { sourceKey, field, labels } of await select(selector)) {
      const at: number[] = []
      const values: number[] = []
      const range = { from: end - rangeMs + 1, to: end + 1, fields: [field] }
      for await (const { at: times, columns } of reader.readNumbers(sourceKey, range, signal)) {
        const numbers = columns[0] ?? new Float64Array(0)
        for (const [index, value] of numbers.entries()) {
          if (Number.isNaN(value)) continue
          at.push(times[index] ?? 0)
          values.push(value)
        }
        budget.samples(times.length)
        total += times.length
        budget.values(total)
        await breaks.worked(times.length)
      }
      if (at.length > 0) yield { labels, at, values }
    }
  }
}

/** The records of a series. */
export interface RangeOfSeries {
  readonly labels: FoundSeries['labels']
  /** Epoch milliseconds. */
  readonly at: readonly number[]
  readonly values: readonly number[]
}

/** The number that an expression without series is. */
export function evaluateScalar(query: Query): number {
  if (query.kind === 'number') return query.value
  if (query.kind !== 'operation') throw new Error(`${query.kind} is no number`)
  return calculate(query.operator, evaluateScalar(query.left), evaluateScalar(query.right))
}

function constantSteps(value: number, count: number): StepValues {
  return { values: new Float64Array(count).fill(value), present: new Uint8Array(count).fill(1) }
}

type Known = number | 'none'

/** What a record says of a field: its number, that no record after a time has one, or undefined when an older record may have one. */
function valueIn(record: StoredRecord | undefined, field: string, after: number): Known | undefined {
  if (record === undefined || record.at <= after) return 'none'
  const values = JSON.parse(record.fields) as Readonly<Record<string, FieldValue>>
  const value = Object.hasOwn(values, field) ? toNumber(values[field]) : Number.NaN
  return Number.isNaN(value) ? undefined : value
}

function oneStep(known: Known): StepValues {
  const { values, present } = emptySteps(1)
  if (known !== 'none') {
    values[0] = known
    present[0] = 1
  }
  return { values, present }
}

/** What one query may cost. */
function createBudget() {
  let series = 0
  let samples = 0
  const refuse = (message: string): never => {
    throw new DomainError('query/too-large', { message })
  }
  return {
    series: (): void => {
      series += 1
      if (series > QUERY_SERIES_MAX) refuse(say('prometheus.query.series', { most: QUERY_SERIES_MAX }))
    },
    /** So many are held for the answer. */
    values: (held: number): void => {
      if (held > QUERY_VALUES_MAX) refuse(say('prometheus.query.values', { most: QUERY_VALUES_MAX }))
    },
    window: (points: number): void => {
      if (points > QUERY_WINDOW_MAX) refuse(say('prometheus.query.window', { most: QUERY_WINDOW_MAX }))
    },
    samples: (count: number): void => {
      samples += count
      if (samples > QUERY_SAMPLES_MAX) refuse(say('prometheus.query.samples', { most: QUERY_SAMPLES_MAX }))
    },
  }
}
