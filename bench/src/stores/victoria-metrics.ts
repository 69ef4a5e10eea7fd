import type { Stretch } from '../stretches.ts'
import { postRequest } from '../transport/http-lane.ts'
import { createLanes } from '../transport/lanes.ts'
import { startDaemon } from './daemon.ts'
import { fetchText } from './fetch-text.ts'
import type { SourceRange, Yardstick } from './store.ts'

/** VictoriaMetrics: one metric a field, loaded by `/api/v1/import`. Undefined when it is not installed. */
export async function startVictoriaMetrics(): Promise<Yardstick | undefined> {
  const daemon = await startDaemon({
    binary: 'victoria-metrics',
    readyPath: '/health',
    parameters: ({ folder, port }) => [
      `-storageDataPath=${folder}`,
      `-httpListenAddr=127.0.0.1:${port}`,
      '-retentionPeriod=100y',
      '-search.latencyOffset=0s',
      '-loggerLevel=ERROR',
    ],
  })
  if (daemon === undefined) return undefined
  const { url } = daemon
  const lanes = createLanes(url)
  return {
    name: 'VictoriaMetrics',
    isCompressed: true,
    prepare: (stretches) => {
      const body = Buffer.from(stretches.flatMap(importLines).join('\n'))
      const request = postRequest(`${url}/api/v1/import`, body)
      return async () => {
        const { status, body: answer } = await lanes.send(request)
        if (status !== 204) throw new Error(`VictoriaMetrics answered ${status}: ${answer.toString()}`)
      }
    },
    settle: async () => {
      await fetchText(`${url}/internal/force_flush`)
      await fetchText(`${url}/internal/resetRollupResultCache`)
      await daemon.untilSteady(SETTLED_SECONDS)
    },
    storedBytes: () => daemon.storedBytes(),
    drawSeries: async (range, width) => {
      const step = Math.round((range.to - range.from) / width)
      const query = `rollup_candlestick(${selectorOf(range)}[${step}ms])`
      const times = { start: seconds(range.from + step), end: seconds(range.to), step: `${step}ms` }
      const answer = await lanes.read(
        `${url}/api/v1/query_range?${new URLSearchParams({ query, ...times }).toString()}`,
      )
      return { count: () => pixelColumnsOf(answer, range) }
    },
    exportRange: async (range) => {
      const times = { start: seconds(range.from), end: seconds(range.to - 1) }
      const query = new URLSearchParams({ 'match[]': selectorOf(range), reduce_mem_usage: '1', ...times })
      const lines = await lanes.read(`${url}/api/v1/export?${query.toString()}`)
      return { count: () => exportedRecords(lines.toString(), range) }
    },
    readLatest: async (unitPrefix) => {
      const query = `last_over_time({__name__=~"${NAMES}",unit=~"${unitPrefix}.*"}[10y])`
      const answer = await lanes.read(`${url}/api/v1/query?${new URLSearchParams({ query }).toString()}`)
      return { count: () => sourcesOf(parse(answer)) }
    },
    close: async () => {
      lanes.close()
      await daemon.close()
    },
  }
}

/** Longer than it keeps data in memory before it writes files. */
const SETTLED_SECONDS = 10

const NAMES = 'level|flow|pressure|temperature'

interface QueryAnswer {
  data: { result: { metric: { unit: string; source: string }; values?: unknown[] }[] }
}

function importLines({ unit, source, fields, records }: Stretch): string[] {
  const timestamps = records.map(({ at }) => at).join(',')
  return fields.map((name, field) => {
    const values = records.map((record) => record.values[field]).join(',')
    return `{"metric":{"__name__":"${name}","unit":"${unit}","source":"${source}"},"values":[${values}],"timestamps":[${timestamps}]}`
  })
}

function selectorOf({ unit, source, fields }: SourceRange): string {
  return `{__name__=~"${fields.join('|')}",unit="${unit}",source="${source}"}`
}

function seconds(milliseconds: number): string {
  return String(milliseconds / 1000)
}

function parse(answer: Buffer): QueryAnswer {
  return JSON.parse(answer.toString()) as QueryAnswer
}

/** None unless all of open, close, low and high of each field are there. */
function pixelColumnsOf(answer: Buffer, { fields }: SourceRange): number {
  const { result } = parse(answer).data
  return result.length === 4 * fields.length ? Math.min(...result.map(({ values = [] }) => values.length)) : 0
}

/** The least of all fields: each has to have every record. */
function exportedRecords(text: string, { fields }: SourceRange): number {
  const counts = new Map<string, number>()
  for (const line of text.split('\n')) {
    if (line === '') continue
    const { metric, values } = JSON.parse(line) as { metric: { __name__: string }; values: number[] }
    counts.set(metric.__name__, (counts.get(metric.__name__) ?? 0) + values.length)
  }
  return Math.min(...fields.map((name) => counts.get(name) ?? 0))
}

function sourcesOf({ data }: QueryAnswer): number {
  return new Set(data.result.map(({ metric }) => `${metric.unit}/${metric.source}`)).size
}
