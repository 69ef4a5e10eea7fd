import { formatCount } from '@fieldwatch/contract/text/number-text'
import { connectUnit } from '@fieldwatch/simulator/unit-client'
import { type Cluster, type Shape, startCluster } from './cluster.ts'
import { within } from './deadline.ts'
import { formatTable } from './figures.ts'
import { type NamedUnit, TANK } from './fleet.ts'
import { createPeople, createUnits } from './people.ts'
import { processorTime } from '../support/processor-time.ts'

const SHAPES: readonly Size[] = [
  { servers: 1, nats: 0 },
  { servers: 2, nats: 3 },
  { servers: 3, nats: 3 },
  { servers: 2, nats: 0 },
  { servers: 3, nats: 0 },
]
const UNITS = 200
const WARM_UP = 20_000
const PARTS = ['servers', 'PostgreSQL', 'NATS', 'simulator and balancer'] as const
type Size = Pick<Shape, 'servers' | 'nats'>
type Part = (typeof PARTS)[number]
type Times = Readonly<Record<Part, number>>

interface Figures {
  readonly shape: Size
  readonly messagesASecond: number
  /** The processor time for an acknowledged message, in microseconds. */
  readonly times: Times
  /** Messages between servers for an acknowledged one: how many events went out, and in came. */
  readonly events: number
}

interface Options {
  /** That are acknowledged while it is measured. */
  readonly messages: number
  readonly logs: string
  readonly say: (words: string) => void
}

/** Measures clusters of one to three servers whose units send as much as is acknowledged. */
export async function measureThroughput({ messages, logs, say }: Options): Promise<string> {
  const rows: string[][] = []
  for (const shape of SHAPES) {
    const figures = await measure({ ...shape, logs }, messages)
    rows.push(rowOf(figures))
    say(`${nameOf(shape)}: ${Math.round(figures.messagesASecond)} messages a second`)
  }
  const headings = ['', 'messages a second', ...PARTS.map((part) => `${part}, µs a message`), 'bus events a message']
  return formatTable(headings, rows)
}

async function measure(shape: Shape, messages: number): Promise<Figures> {
  await using stack = new AsyncDisposableStack()
  const cluster = await startCluster(shape, stack)
  const [person] = await createPeople(cluster, 1)
  if (person === undefined) throw new Error('There is no user.')
  const saturation = saturate(cluster, await createUnits(cluster, person, UNITS))
  stack.defer(saturation.end)
  await within(120_000, 'the servers are warm', () => saturation.acknowledged() >= WARM_UP)

  const [before, events, count, started] = [
    await timesOf(cluster),
    await countEvents(cluster),
    saturation.acknowledged(),
    performance.now(),
  ]
  await within(300_000, 'all was acknowledged', () => saturation.acknowledged() >= count + messages)
  const seconds = (performance.now() - started) / 1_000
  const [after, done] = [await timesOf(cluster), saturation.acknowledged() - count]
  const time = (part: Part): number => ((after[part] - before[part]) * 1_000) / done
  return {
    shape,
    messagesASecond: done / seconds,
    times: {
      servers: time('servers'),
      PostgreSQL: time('PostgreSQL'),
      NATS: time('NATS'),
      'simulator and balancer': time('simulator and balancer'),
    },
    events: ((await countEvents(cluster)) - events) / done,
  }
}

/** Lets every unit send its next record as soon as one of those in flight is acknowledged. */
function saturate({ balancer }: Cluster, units: readonly NamedUnit[]) {
  const start = Date.now()
  let acknowledged = 0
  let isEnding = false
  const clients = units.map(({ dataId, token }) => connectUnit({ url: balancer.mqttUrl, dataId, token }))
  const IN_FLIGHT = 20
  const sending = clients.flatMap((client) => {
    let next = 0
    return Array.from({ length: IN_FLIGHT }, async () => {
      while (!isEnding) {
        const number = next++
        await client.send({ source: TANK, at: start + number, fields: { level: number % 100, clock: number } })
        acknowledged += 1
      }
    })
  })
  return {
    acknowledged: () => acknowledged,
    end: async (): Promise<void> => {
      isEnding = true
      await Promise.all(sending)
      await Promise.all(clients.map((client) => client.close()))
    },
  }
}

async function timesOf({ servers, nats, postgres }: Cluster): Promise<Times> {
  const { user, system } = process.cpuUsage()
  return {
    servers: await processorTime(servers.flatMap((server) => server.pids())),
    PostgreSQL: await processorTime(await postgres.pids()),
    NATS: await processorTime(nats.flatMap((node) => node.pid() ?? [])),
    'simulator and balancer': (user + system) / 1_000,
  }
}

async function countEvents({ servers }: Cluster): Promise<number> {
  const pages = await Promise.all(servers.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()))
  const counts = pages.flatMap((page) => [
    ...page.matchAll(/^fieldwatch_bus_events_total\{direction="sent"\} (\d+)$/gm),
  ])
  return counts.reduce((sum, [, count]) => sum + Number(count), 0)
}

function nameOf({ servers, nats }: Size): string {
  if (servers === 1) return '1 server'
  return `${servers} servers, ${nats === 0 ? 'by PostgreSQL' : `${nats} NATS`}`
}

function rowOf({ shape, messagesASecond, times, events }: Figures): string[] {
  const micros = PARTS.map((part) => (part === 'NATS' && shape.nats === 0 ? '' : times[part].toFixed(0)))
  return [nameOf(shape), formatCount(Math.round(messagesASecond)), ...micros, events.toFixed(2)]
}
