import { say } from './say.ts'
import { isUtf8 } from 'node:buffer'
import { MAX_INGEST_RECORDS } from '@fieldwatch/contract/telemetry/ingest'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import { ProtobufReader } from './protobuf-reader.ts'

export interface Sample {
  readonly value: number
  /** Epoch milliseconds. */
  readonly at: number
}

/** A series of a `WriteRequest`, or why it cannot be read. */
export interface Series {
  readonly labels: ReadonlyMap<string, string>
  readonly samples: readonly Sample[]
  readonly problem: string | undefined
}

// Field numbers of https://prometheus.io/docs/specs/prw/remote_write_spec/.
const TIME_SERIES = 1
const LABELS = 1
const SAMPLES = 2
const HISTOGRAMS = 4

const MOST_LABELS = 64
const MOST_LABEL_BYTES = 8 * 1024

const PROBLEMS = {
  labels: say('prometheus.write.labels', { count: MOST_LABELS, size: MOST_LABEL_BYTES / 1024 }),
  text: say('prometheus.write.text'),
  repeated: say('prometheus.write.repeated'),
  histogram: say('prometheus.write.histogram'),
  name: say('prometheus.write.name'),
} as const

/** A label that is broken ends its series: the rest of it is not read. */
class SeriesProblem extends Error {}

/** A chance for other work: a series may have all samples of a body. */
export const TURN = Symbol('turn')

/**
 * Reads the series of a `WriteRequest` of remote write 1.0, and says when other work may have its turn. Metadata and exemplars are skipped.
 * @throws DomainError record/packet-invalid, request/too-large
 */
export function* readSeries(body: Buffer): Generator<Series | typeof TURN> {
  const request = new ProtobufReader(body)
  const count = createCount()
  for (let field = request.nextField(); field !== undefined; field = request.nextField()) {
    if (count()) yield TURN
    if (field === TIME_SERIES) yield yield* readOne(request.message(), count)
    else request.skip()
  }
}

function* readOne(series: ProtobufReader, count: Count): Generator<typeof TURN, Series> {
  const labels = new Map<string, string>()
  const samples: Sample[] = []
  try {
    const hasHistograms = yield* readFields(series, { labels, samples, count })
    return { labels, samples, problem: problemOf(labels, hasHistograms && samples.length === 0) }
  } catch (error) {
    if (!(error instanceof SeriesProblem)) throw error
    return { labels, samples, problem: error.message }
  }
}

interface Into {
  readonly labels: Map<string, string>
  readonly samples: Sample[]
  readonly count: Count
}

/** Whether it has histograms. */
function* readFields(series: ProtobufReader, { labels, samples, count }: Into): Generator<typeof TURN, boolean> {
  let hasHistograms = false
  let labelBytes = 0
  for (let field = series.nextField(); field !== undefined; field = series.nextField()) {
    if (field === LABELS) {
      const label = series.bytes()
      labelBytes += label.length
      if (labels.size === MOST_LABELS || labelBytes > MOST_LABEL_BYTES) throw new SeriesProblem(PROBLEMS.labels)
      addLabel(new ProtobufReader(label), labels)
    } else {
      if (count()) yield TURN
      if (field === SAMPLES) samples.push(readSample(series.message()))
      else series.skip()
      hasHistograms ||= field === HISTOGRAMS
    }
  }
  return hasHistograms
}

function addLabel(label: ProtobufReader, labels: Map<string, string>): void {
  let name = ''
  let value = ''
  for (let field = label.nextField(); field !== undefined; field = label.nextField()) {
    if (field === 1) name = readText(label)
    else if (field === 2) value = readText(label)
    else label.skip()
  }
  if (labels.has(name)) throw new SeriesProblem(PROBLEMS.repeated)
  labels.set(name, value)
}

function readText(label: ProtobufReader): string {
  const bytes = label.bytes()
  if (!isUtf8(bytes)) throw new SeriesProblem(PROBLEMS.text)
  return bytes.toString()
}

function readSample(sample: ProtobufReader): Sample {
  let value = 0
  let at = 0
  for (let field = sample.nextField(); field !== undefined; field = sample.nextField()) {
    if (field === 1) value = sample.double()
    else if (field === 2) at = sample.int64()
    else sample.skip()
  }
  return { value, at }
}

function problemOf(labels: ReadonlyMap<string, string>, hasOnlyHistograms: boolean): string | undefined {
  if ((labels.get('__name__') ?? '') === '') return PROBLEMS.name
  return hasOnlyHistograms ? PROBLEMS.histogram : undefined
}

/** Series and samples of a body, each, and what else it lists. */
const MOST_PARTS = 2 * MAX_INGEST_RECORDS

/** Parts that are read in a turn: a millisecond of work. */
const PARTS_A_TURN = 4_000

/** Counts a part, and says whether other work may have its turn. @throws DomainError request/too-large */
type Count = () => boolean

function createCount(): Count {
  let parts = 0
  return () => {
    parts += 1
    if (parts <= MOST_PARTS) return parts % PARTS_A_TURN === 0
    throw new DomainError('request/too-large', {
      message: say('prometheus.write.samples', { count: MAX_INGEST_RECORDS }),
    })
  }
}
