import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { queryData } from '@fieldwatch/contract/telemetry/data'
import { metrics } from '@fieldwatch/contract/api/health'
import { importSimCsv } from '@fieldwatch/contract/units/sims'
import { putTemplate } from '@fieldwatch/contract/templates/templates'
import { listUnitColumns } from '@fieldwatch/contract/units/unit-columns'
import { listUnitNames, listUnits } from '@fieldwatch/contract/units/units'
import { ask, askJson } from '../ask.ts'
import { ENDED, type HostileCase, onlyInBenchmark, type Outcome, type Target } from '../hostile-case.ts'
import { faultOf } from '../judge.ts'

/** Many at once: each outcome must be right; a wrong one is reported. */
export async function allOf(requests: readonly Promise<Outcome>[]): Promise<Outcome> {
  const outcomes = await Promise.all(requests)
  return outcomes.find((outcome) => faultOf('judged', outcome) !== undefined) ?? outcomes[0] ?? ENDED
}

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** Opens sockets with unfinished requests; other requests must still be answered. */
export async function holdOpen(target: Target, count: number, beginning: string): Promise<Outcome> {
  const sockets: Socket[] = times(count, () => connect(target.httpPort, target.host).on('error', () => undefined))
  try {
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    for (const socket of sockets) socket.write(beginning)
    return await allOf(times(20, () => ask(target, { path: '/api/v1/me' })))
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

/** Opens connections that say nothing, of which the portal may end some; requests must still be answered. */
async function holdSilent(target: Target, port: number): Promise<Outcome> {
  const sockets = times(2_000, () => connect(port, target.host).on('error', () => undefined))
  await Promise.all(
    sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))),
  )
  const outcome = await allOf(times(20, () => ask(target, { path: '/api/v1/me' })))
  for (const socket of sockets) socket.destroy()
  return outcome
}

const upload = 'multipart/form-data; boundary=hostile'
const formBeginning =
  '--hostile\r\ncontent-disposition: form-data; name="file"; filename="a"\r\ncontent-type: image/png\r\n\r\n'

const CROWDS: Readonly<Record<string, (target: Target) => Promise<Outcome>>> = {
  '300 heads that never end': (target) => holdOpen(target, 300, 'GET /api/v1/me HTTP/1.1\r\nhost: x\r\nx-slow: '),
  '300 bodies that never come': (target) =>
    holdOpen(
      target,
      300,
      'POST /api/v1/auth/sign-in HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
    ),
  "300 of a unit's bodies of 16 MiB that never come": (target) =>
    holdOpen(
      target,
      300,
      `POST /api/v1/ingest/${target.dataID}/level HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${target.unitToken}\r\ncontent-type: application/json\r\ncontent-length: 16777216\r\n\r\n[`,
    ),
  '100 pictures that never come': (target) =>
    holdOpen(
      target,
      100,
      `POST /api/v1/files/profile/someone HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${target.admin}\r\ncontent-type: ${upload}\r\ncontent-length: 5000000\r\n\r\n${formBeginning}`,
    ),
  '200 pictures of 5 MB': (target) => {
    const body = Buffer.concat([
      Buffer.from(formBeginning),
      Buffer.alloc(5_000_000),
      Buffer.from('\r\n--hostile--\r\n'),
    ])
    return allOf(
      times(200, () =>
        ask(target, {
          method: 'POST',
          path: '/api/v1/files/profile/someone',
          headers: { 'content-type': upload },
          body,
        }),
      ),
    )
  },
  '100 streams of one person': (target) =>
    allOf(times(100, () => ask(target, { path: '/api/v1/stream/live?devices=viewing', as: 'viewer' }))),
  '64 streams of the fleet that are never read': (target) =>
    holdOpen(
      target,
      64,
      `GET /api/v1/stream/live?devices=viewing HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${target.viewer}\r\n\r\n`,
    ),
  '32 lists of the fleet': (target) => allOf(times(32, () => ask(target, { path: listUnits.path }))),
  '32 lists of the names of the fleet': (target) => allOf(times(32, () => ask(target, { path: listUnitNames.path }))),
  '32 lists of the fleet as columns': (target) => allOf(times(32, () => ask(target, { path: listUnitColumns.path }))),
  '32 readers of the figures': (target) => allOf(times(32, () => ask(target, { path: metrics.path, as: 'anonymous' }))),
  '8 templates of 2,300 formulas': (target) => {
    const value = { friendlyName: 'x', calculate: { formula: `level.value${' + 1'.repeat(80)}`, denominators: [] } }
    const infoCards = times(46, () => ({ topic: 'x', specifications: { level: times(50, () => value) } }))
    const body = JSON.stringify({ templateID: target.template, template: { title: 'x', overview: { infoCards } } })
    return allOf(times(8, () => askJson(target, { method: 'PUT', path: putTemplate.path, as: 'viewer', body })))
  },
  '50 sorts by a field': (target) => {
    const body = JSON.stringify({ dataID: target.dataID, subject: 'level', sort: { field: 'note', direction: 'asc' } })
    return allOf(times(50, () => askJson(target, { path: queryData.path, as: 'viewer', body })))
  },
  '200 sign-ins with a wrong password': (target) => {
    const body = JSON.stringify({ email: 'unknown@hostile.example', password: 'x'.repeat(100) })
    return allOf(times(200, () => askJson(target, { path: '/api/v1/auth/sign-in', as: 'anonymous', body })))
  },
  '100 bodies of 300,000 values': (target) => {
    const body = `[${'{},'.repeat(300_000)}{}]`
    return allOf(times(100, () => askJson(target, { path: '/api/v1/sims', body })))
  },
  "20 of a unit's gzips of 64 MiB": (target) => {
    const body = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))
    const headers = { 'content-encoding': 'gzip' }
    return allOf(
      times(20, () => askJson(target, { path: `/api/v1/ingest/${target.dataID}/level`, as: 'unit', headers, body })),
    )
  },
}

/** Only the benchmark has the time for the large ones. Imports are read one after the other, so three show that the others wait. */
const crowdsOf = ({ connections, imports, readers }: Record<'connections' | 'imports' | 'readers', number>) => ({
  [`${connections.toLocaleString('en')} connections that end at once`]: async (target: Target) => {
    const sockets = times(connections, () => connect(target.httpPort, target.host).on('error', () => undefined))
    // More than the server or this machine allows are closed.
    await Promise.all(
      sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))),
    )
    for (const socket of sockets) socket.destroy()
    await setTimeout(500)
    return ask(target, { path: '/api/v1/me' })
  },
  [`${imports} imports of 16 MiB`]: (target: Target) => {
    const csv = `ICCID,Label\n${times(100_000, (index) => `89445012345${String(index).padStart(8, '0')},${'x'.repeat(120)}`).join('\n')}`
    const body = JSON.stringify({ entity: target.entity, dryRun: true, csv })
    return allOf(times(imports, () => askJson(target, { path: importSimCsv.path, body })))
  },
  [`${readers} readers of the API document`]: (target: Target) =>
    allOf(times(readers, () => ask(target, { path: '/api/docs/json', as: 'anonymous' }))),
})

const SMALL_CROWDS: typeof CROWDS = crowdsOf({ connections: 3_000, imports: 3, readers: 8 })
const LARGE_CROWDS: typeof CROWDS = crowdsOf({ connections: 9_000, imports: 8, readers: 32 })

/** Likewise for the doors of other protocols; only the benchmark has the time for them. */
const DOOR_CROWDS: typeof CROWDS = {
  '1,900 uplinks of a stranger of 256 KiB that never end': (target) =>
    holdOpen(
      target,
      1_900,
      `POST /api/v1/doors/things-stack HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 262144\r\n\r\n${' '.repeat(250_000)}`,
    ),
  '2,000 connections to each port of a door that say nothing': (target) =>
    allOf(Object.values(target.ports).map((port) => holdSilent(target, port))),
  '2,000 connections to the MQTT port that say nothing': (target) => holdSilent(target, target.mqttPort),
}

/** Many of one sort at the same time. */
export function crowdCases(): HostileCase[] {
  return [
    ...casesOf({ ...CROWDS, ...SMALL_CROWDS }),
    ...casesOf({ ...LARGE_CROWDS, ...DOOR_CROWDS }).map(onlyInBenchmark),
  ]
}

function casesOf(crowds: typeof CROWDS): HostileCase[] {
  return Object.entries(crowds).map(([name, send]) => ({ kind: 'crowds', name, expected: 'judged', send }))
}
