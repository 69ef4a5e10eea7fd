import type { Stretch } from '../stretches.ts'
import { postRequest } from '../transport/http-lane.ts'
import { createLanes } from '../transport/lanes.ts'
import { startDaemon } from './daemon.ts'
import { fetchText } from './fetch-text.ts'
import type { SourceRange, Yardstick } from './store.ts'

/** InfluxDB 1.x: one point a record, loaded by line protocol. Undefined when it is not installed. */
export async function startInflux(): Promise<Yardstick | undefined> {
  const daemon = await startDaemon({
    binary: 'influxd',
    readyPath: '/ping',
    parameters: () => ['run'],
    environment: ({ folder, port, otherPort }) => ({
      INFLUXDB_META_DIR: `${folder}/meta`,
      INFLUXDB_DATA_DIR: `${folder}/data`,
      INFLUXDB_DATA_WAL_DIR: `${folder}/wal`,
      INFLUXDB_DATA_CACHE_SNAPSHOT_WRITE_COLD_DURATION: '1s',
      INFLUXDB_DATA_COMPACT_FULL_WRITE_COLD_DURATION: '2s',
      INFLUXDB_HTTP_BIND_ADDRESS: `127.0.0.1:${port}`,
      INFLUXDB_BIND_ADDRESS: `127.0.0.1:${otherPort}`,
      INFLUXDB_HTTP_LOG_ENABLED: 'false',
      INFLUXDB_MONITOR_STORE_ENABLED: 'false',
      INFLUXDB_REPORTING_DISABLED: 'true',
    }),
  })
  if (daemon === undefined) return undefined
  const { url } = daemon
  const lanes = createLanes(url)
  const ask = (q: string): Promise<Buffer> =>
    lanes.read(`${url}/query?${new URLSearchParams({ db: 'bench', epoch: 'ms', q }).toString()}`)
  await fetchText(`${url}/query`, { method: 'POST', body: new URLSearchParams({ q: 'create database bench' }) })
  return {
    name: 'InfluxDB',
    isCompressed: true,
    prepare: (stretches) => {
      const body = Buffer.from(stretches.flatMap(lineProtocol).join('\n'))
      const request = postRequest(`${url}/write?db=bench&precision=ms`, body)
      return async () => {
        const { status, body: answer } = await lanes.send(request)
        if (status !== 204) throw new Error(`InfluxDB answered ${status}: ${answer.toString()}`)
      }
    },
    settle: () => daemon.untilSteady(SETTLED_SECONDS),
    storedBytes: () => daemon.storedBytes(),
    drawSeries: async (range, width) => {
      const step = Math.round((range.to - range.from) / width)
      const columns = range.fields.map((name) => `first(${name}),min(${name}),max(${name}),last(${name})`).join(',')
      const answer = await ask(`select ${columns} from records where ${conditionOf(range)} group by time(${step}ms)`)
      return { count: () => seriesOf(answer)[0]?.values.length ?? 0 }
    },
    exportRange: async (range) => {
      const answer = await ask(`select ${range.fields.join(',')} from records where ${conditionOf(range)}`)
      return { count: () => seriesOf(answer)[0]?.values.length ?? 0 }
    },
    readLatest: async (unitPrefix) => {
      const answer = await ask(
        `select * from records where unit =~ /^${unitPrefix}/ group by unit, source order by time desc limit 1`,
      )
      return { count: () => seriesOf(answer).length }
    },
    close: async () => {
      lanes.close()
      await daemon.close()
    },
  }
}

/** Longer than its cache waits before it is written, and its files before they are compacted. */
const SETTLED_SECONDS = 4

function lineProtocol({ unit, source, fields, records }: Stretch): string[] {
  const head = `records,unit=${unit},source=${source} `
  return records.map(({ at, values }) => {
    const pairs = values.map((value, field) => `${fields[field]}=${value}`)
    return `${head}${pairs.join(',')} ${at}`
  })
}

function conditionOf({ unit, source, from, to }: SourceRange): string {
  return `unit = '${unit}' and source = '${source}' and time >= ${from}ms and time < ${to}ms`
}

interface QuerySeries {
  values: unknown[][]
}

function seriesOf(answer: Buffer): QuerySeries[] {
  const { results } = JSON.parse(answer.toString()) as { results: { series?: QuerySeries[]; error?: string }[] }
  const [first] = results
  if (first?.error !== undefined) throw new Error(`InfluxDB: ${first.error}`)
  return first?.series ?? []
}
