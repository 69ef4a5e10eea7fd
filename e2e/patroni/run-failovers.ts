import { topics } from '@fieldwatch/contract/telemetry/ingest'
import { openDatabase } from '@fieldwatch/server/platform/database/database'
import { migrate } from '@fieldwatch/server/platform/database/migrate'
import { type BuiltUnit, buildUnit } from '@fieldwatch/server/testing/build-unit'
import { buildUser } from '@fieldwatch/server/testing/build-users'
import { signInAt, startServerProcess } from '@fieldwatch/server/testing/running-server'
import mqtt from 'mqtt'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { type PatroniMember, startPatroniCluster } from './patroni-cluster.ts'

export interface Options {
  readonly kills: number
  readonly units: number
  readonly say: (words: string) => void
}

export interface Failover {
  readonly killed: string
  /** The longest time in which nothing was acknowledged to anyone. */
  readonly withoutWritesMs: number
  /** The longest time in which nothing was acknowledged to one unit. */
  readonly longestWaitMs: number
}

/** A record every so often, the next one when it is acknowledged. */
const PAUSE_MS = 50
const BETWEEN_MS = 3_000

/**
 * Kills the primary of a PostgreSQL under Patroni again and again while units send to two servers.
 * @throws Error when a record that was acknowledged is not stored
 */
export async function runFailovers({ kills, units: count, say }: Options): Promise<Failover[]> {
  await using stack = new AsyncDisposableStack()
  const cluster = await startPatroniCluster(stack)
  const { url } = cluster
  const database = openDatabase({ connectionString: url, connections: 8 }, pino({ level: 'silent' }))
  stack.defer(() => database.close())
  await migrate(database.background.db)
  const { db } = database
  const portal = { connectionString: url, defer: (close: () => Promise<void>) => stack.defer(close) }
  const servers = [await startServerProcess(portal), await startServerProcess(portal)]
  const person = await buildUser(db)
  const units = await Promise.all(Array.from({ length: count }, () => buildUnit(db, { entity: person.entity })))
  const senders = await Promise.all(units.map((unit, index) => startSending(servers[index % 2]?.mqttUrl ?? '', unit)))
  say(`${count} units send by two servers.`)

  const failovers: Failover[] = []
  for (let place = 0; place < kills; place += 1) {
    await delay(BETWEEN_MS)
    const primary = await cluster.findPrimary({ safe: true })
    const isWhole = place % 2 === 1
    for (const sender of senders) sender.begin()
    await (isWhole ? primary.killAll() : primary.killPostgres())
    const next = await cluster.findPrimary()
    await untilAllGoOn(senders)
    const failover = {
      killed: isWhole ? `Patroni and PostgreSQL of ${primary.name}` : `PostgreSQL of ${primary.name}`,
      withoutWritesMs: longestGap(senders.flatMap(({ times }) => times())),
      longestWaitMs: Math.max(...senders.map(({ times }) => longestGap(times()))),
    }
    failovers.push(failover)
    if (isWhole) await primary.start()
    say(`${place + 1}. ${describe(failover, next)}`)
  }
  const sent = await Promise.all(senders.map(({ stop }) => stop()))
  const token = await signInAt({ url: servers[0]?.url ?? '' }, person.email)
  for (const [index, unit] of units.entries()) {
    const stored = await readNumbers(servers[0]?.url ?? '', unit, token)
    const lost = Array.from({ length: sent[index] ?? 0 }, (_, number) => number + 1).filter((n) => !stored.has(n))
    if (lost.length > 0) throw new Error(`Acknowledged to ${unit.dataId}, and lost: ${lost.slice(0, 20).join(' ')}`)
  }
  say(`${sent.reduce((sum, each) => sum + each, 0)} records were acknowledged, and all of them are stored.`)
  return failovers
}

function describe({ killed, withoutWritesMs, longestWaitMs }: Failover, { name }: PatroniMember): string {
  const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`
  return `${killed} was killed, ${name} took over: ${seconds(withoutWritesMs)} without writes, a unit waited ${seconds(longestWaitMs)} at most`
}

type Sender = Awaited<ReturnType<typeof startSending>>

/** Sends numbers by MQTT, and notes when each was acknowledged. */
async function startSending(url: string, { dataId, token }: BuiltUnit) {
  let times: number[] = []
  let acknowledged = 0
  let stopping = false
  const client = await mqtt.connectAsync(url, { username: dataId, password: token, reconnectPeriod: 100 })
  client.on('error', () => undefined)
  const running = run()
  return {
    begin: () => void (times = [performance.now()]),
    times: () => times,
    stop: async (): Promise<number> => {
      stopping = true
      await running
      return acknowledged
    },
  }

  async function run(): Promise<void> {
    while (!stopping) {
      const number = acknowledged + 1
      const payload = JSON.stringify({ messageUTC: 1_700_000_000 + number, number })
      await client.publishAsync(topics.data(dataId, 'count'), payload, { qos: 1 })
      acknowledged = number
      times.push(performance.now())
      await delay(PAUSE_MS)
    }
    await client.endAsync()
  }
}

async function readNumbers(url: string, { dataId }: BuiltUnit, token: string): Promise<Set<number>> {
  const answer = await fetch(`${url}/api/v1/export/${dataId}/count.csv?fields=number`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const [, ...lines] = (await answer.text()).trimEnd().split('\r\n')
  return new Set(lines.map((line) => Number(line.split(',').at(-1))))
}

/** Until each has got some acknowledgements again. */
async function untilAllGoOn(senders: readonly Sender[]): Promise<void> {
  const before = senders.map(({ times }) => times().length)
  while (!senders.every(({ times }, index) => times().length > (before[index] ?? 0) + 3)) await delay(PAUSE_MS)
}

function longestGap(times: readonly number[]): number {
  const sorted = [...times].sort((one, other) => one - other)
  return Math.max(0, ...sorted.slice(1).map((time, index) => time - (sorted[index] ?? time)))
}
