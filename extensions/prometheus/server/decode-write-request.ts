import { type DecodedMessage, emptyMessage, excerpt, refuse } from '@fieldwatch/server/doors/ingest/decode-message'
import { decodeRecord } from '@fieldwatch/server/doors/ingest/decode-record'
import { writeMoment } from '@fieldwatch/server/doors/senders/place-apart'
import { seriesName } from '@fieldwatch/server/doors/senders/series-name'
import { readSeries, type Sample, type Series, TURN } from './read-series.ts'

interface Given {
  /** The dataID of series that name no unit; undefined where the sender is none. */
  readonly own: string | undefined
  /** Epoch milliseconds. */
  readonly now: number
  /** Called before each series, and before some samples of it with their number. */
  readonly pause: (samples: number) => Promise<void>
  /** Called when there was much to read. */
  readonly giveTurn: () => Promise<unknown>
}

/** What a body brings, by the dataID of its unit; undefined for series of a program that name none. */
export type SeriesByUnit = ReadonlyMap<string | undefined, DecodedMessage>

const METRIC_LABEL = '__name__'
const UNIT_LABEL = 'unit'

/**
 * Decodes a `WriteRequest`: the metric and its labels name the source, the label `unit` its unit. NaN says that there is no value, also as
 * the marker of a series that ended: such samples are left out.
 * @throws DomainError record/packet-invalid, request/too-large
 */
export async function decodeWriteRequest(body: Buffer, { own, now, pause, giveTurn }: Given): Promise<SeriesByUnit> {
  const units = new Map<string | undefined, DecodedMessage>()
  for (const series of readSeries(body)) {
    if (series === TURN) {
      await giveTurn()
      continue
    }
    await pause(0)
    const name = series.labels.get(UNIT_LABEL) || own
    const message = units.get(name) ?? emptyMessage()
    units.set(name, message)
    if (series.problem === undefined) await addSamples(message, series, { now, pause })
    else {
      const reason = { code: 'record/packet-invalid', message: series.problem } as const
      refuse(message, '', message.refused.length, reason, quote(series.labels))
    }
  }
  return units
}

/** Samples that are decoded between two pauses. */
const SAMPLES_AT_ONCE = 100

async function addSamples(
  message: DecodedMessage,
  { labels, samples }: Series,
  { now, pause }: Pick<Given, 'now' | 'pause'>,
): Promise<void> {
  const source = sourceOf(labels)
  for (const [index, sample] of samples.entries()) {
    if (index % SAMPLES_AT_ONCE === 0) await pause(Math.min(SAMPLES_AT_ONCE, samples.length - index))
    if (Number.isNaN(sample.value)) continue
    const record = decodeRecord({ value: sample.value, messageUTC: writeMoment(sample.at) }, now)
    if (typeof record === 'string')
      refuse(message, source, message.refused.length, { code: record }, quote(labels, sample))
    else message.records.push({ source, ...record })
  }
}

/** A label without a value is as good as none. */
function sourceOf(labels: ReadonlyMap<string, string>): string {
  const others = [...labels].filter(([name, value]) => name !== METRIC_LABEL && name !== UNIT_LABEL && value !== '')
  return seriesName(labels.get(METRIC_LABEL) ?? '', others)
}

/** As Prometheus writes a sample. */
function quote(labels: ReadonlyMap<string, string>, sample?: Sample): () => string {
  return () => {
    const { [METRIC_LABEL]: metric = '', ...others } = Object.fromEntries(labels)
    const pairs = Object.entries(others).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    const series = `${metric}{${pairs.join(',')}}`
    return excerpt(Buffer.from(sample === undefined ? series : `${series} ${sample.value} ${sample.at}`))()
  }
}
