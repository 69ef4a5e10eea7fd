import type { StepSeries } from './combine-steps.ts'
import type { RangeOfSeries } from './evaluate-query.ts'
import { keyOf, type Labels } from './series-labels.ts'
import type { Steps } from './windows.ts'

/** An answer as Prometheus writes it. */
export function writeData(data: unknown): string {
  return `{"status":"success","data":${JSON.stringify(data)}}`
}

export function writeScalar(value: number, { start }: Steps): string {
  return `{"status":"success","data":{"resultType":"scalar","result":${writePoint(start, value)}}}`
}

/** The series at the only step. */
export function writeVector(series: readonly StepSeries[], { start }: Steps): Iterable<string> {
  return writeResult('vector', sorted(series), ({ labels, values }) => {
    return `{"metric":${writeLabels(labels)},"value":${writePoint(start, values[0] ?? 0)}}`
  })
}

/** The series over all steps; those without a value are left out. */
export function writeSteps(series: readonly StepSeries[], { start, stepMs }: Steps): Iterable<string> {
  return writeResult('matrix', sorted(series), ({ labels, values, present }) => {
    const points: string[] = []
    for (const [index, value] of values.entries()) {
      if (present[index] === 1) points.push(writePoint(start + index * stepMs, value))
    }
    return writeSeries(labels, points)
  })
}

/** The records of series. */
export function writeRanges(series: readonly RangeOfSeries[]): Iterable<string> {
  return writeResult('matrix', sorted(series), ({ labels, at, values }) =>
    writeSeries(
      labels,
      at.map((time, index) => writePoint(time, values[index] ?? 0)),
    ),
  )
}

/** Series by series, so that a long answer is never one text. */
function* writeResult<T>(kind: 'vector' | 'matrix', list: readonly T[], write: (one: T) => string): Generator<string> {
  yield `{"status":"success","data":{"resultType":"${kind}","result":[`
  for (const [index, one] of list.entries()) yield `${index === 0 ? '' : ','}${write(one)}`
  yield ']}}'
}

function writeSeries(labels: Labels, points: readonly string[]): string {
  return `{"metric":${writeLabels(labels)},"values":[${points.join(',')}]}`
}

function writeLabels(labels: Labels): string {
  return JSON.stringify(Object.fromEntries(labels))
}

function writePoint(at: number, value: number): string {
  return `[${at / 1_000},"${writeNumber(value)}"]`
}

function writeNumber(value: number): string {
  if (Number.isFinite(value)) return Object.is(value, -0) ? '-0' : String(value)
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'
}

function sorted<T extends { readonly labels: Labels }>(series: readonly T[]): T[] {
  const keyed = series.map((one) => ({ one, key: keyOf(one.labels) }))
  return keyed.toSorted((left, right) => (left.key < right.key ? -1 : 1)).map(({ one }) => one)
}
