import { parseArgs } from 'node:util'
import { addProgram, addUnits, type DoorResult, startDevices } from '@fieldwatch/e2e/doors/run-door'
import { DOOR_SETTINGS, DOORS_OF_EXTENSIONS } from '@fieldwatch/e2e/doors/extension-doors'
import type { DoorUnderTest, Surroundings } from '@fieldwatch/e2e/doors/door-under-test'
import { until } from '@fieldwatch/e2e/kills/persist'
import { createUser, PASSWORD, type SignedInUser, call } from '@fieldwatch/e2e/support/api'
import { type Portal, startPortal } from '@fieldwatch/e2e/support/portal'
import { signIn } from '@fieldwatch/contract/people/auth'
import { processorTime as processorTimeBelow } from '@fieldwatch/e2e/support/processor-time'
import { processorTime } from '../processor-time.ts'

const DOORS: readonly DoorUnderTest[] = DOORS_OF_EXTENSIONS
const DEVICES = 20
/** The number of devices for doors with one record a message: each waits for its answers, so that few cannot send as much. */
const SINGLE_DEVICES = 200
const EMAIL = 'admin@doors.example'
/** Seconds of sending between two kills, at the full rate. */
const BETWEEN_KILLS_S = 2

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    kills: { type: 'string', default: '9' },
    rate: { type: 'string', default: '1000' },
  },
})
const [kills, perSecond] = [Number(options.kills), Number(options.rate)]

const VICTIMS = [
  async (portal: Portal): Promise<void> => {
    await portal.killServer()
    await portal.restart()
  },
  (portal: Portal): Promise<void> => portal.killPostgres(),
  async (portal: Portal): Promise<void> => {
    await portal.killEverything()
    await portal.restart()
  },
]

const portal = await startPortal({ ...DOOR_SETTINGS, FIELDWATCH_LOG_LEVEL: 'info' })
try {
  const user = await createUser(portal, { email: EMAIL, entity: 'Doors' })
  const around = { portal, programToken: await addProgram(portal, user) }
  const results: Timed[] = []
  for (const door of DOORS.filter(({ name }) => name.includes(options.only))) {
    console.error(`… ${door.name}`)
    const started = performance.now()
    const result = await measure(door, around, await signedIn())
    results.push({ ...result, seconds: (performance.now() - started) / 1000 })
  }
  console.log(tableOf(results))
  const isRight = results.every(({ lost, doubled, dropped }) => lost + doubled + dropped === 0)
  console.log(isRight ? 'nothing lost, doubled or dropped: ok' : 'records are lost, doubled or dropped: short')
  process.exitCode = isRight ? 0 : 1
} finally {
  await portal.close()
}

interface Timed extends Measured {
  readonly seconds: number
}

function tableOf(results: readonly Timed[]): string {
  const head = [
    'door',
    'what its sender does',
    'sent',
    'accepted',
    'lost',
    'doubled',
    'dropped',
    'unheard',
    's',
    'records/s',
    'CPU ms/record',
    'of PostgreSQL',
    'of senders',
  ]
  const rows = results.map(({ door, sent, accepted, lost, doubled, dropped, unheard, seconds, rate, cpuMs }) => [
    door.name,
    door.rule,
    ...[sent, accepted, lost, doubled, dropped, unheard, seconds, rate].map((figure) => figure.toFixed(0)),
    ...[cpuMs.server, cpuMs.postgres, cpuMs.senders].map((figure) => figure.toFixed(2)),
  ])
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

interface Measured extends DoorResult {
  /** Accepted records a second before the first kill, once the door is warm. */
  readonly rate: number
  /** For each of them. */
  readonly cpuMs: ProcessorTimes
}

/** In milliseconds. */
interface ProcessorTimes {
  readonly server: number
  readonly postgres: number
  /** The processor time of this process, which has all devices. */
  readonly senders: number
}

async function measure(door: DoorUnderTest, around: Surroundings, user: SignedInUser): Promise<Measured> {
  const prefix = door.name.toLowerCase().replaceAll(/\W+/g, '-')
  const units = await addUnits(portal, user, { prefix, count: door.batch === 1 ? SINGLE_DEVICES : DEVICES })
  const devices = startDevices({ door, units, around, perSecond })
  // The first records make their sources, and the server compiles what it runs often.
  await progress(devices.accepted)
  const before = { accepted: devices.accepted(), at: performance.now(), cpu: await processorTimes() }
  await progress(devices.accepted)
  const accepted = devices.accepted() - before.accepted
  const rate = (accepted / (performance.now() - before.at)) * 1000
  const cpu = await processorTimes()
  const cpuMs = {
    server: (cpu.server - before.cpu.server) / accepted,
    postgres: (cpu.postgres - before.cpu.postgres) / accepted,
    senders: (cpu.senders - before.cpu.senders) / accepted,
  }
  for (let kill = 0; kill < kills; kill += 1) {
    await progress(devices.accepted)
    await VICTIMS[kill % VICTIMS.length]?.(portal)
  }
  await progress(devices.accepted)
  await devices.stop()
  return { ...(await devices.check(await signedIn())), rate, cpuMs }
}

async function processorTimes(): Promise<ProcessorTimes> {
  return {
    server: await processorTime(portal.pid()),
    postgres: await processorTimeBelow([await portal.postgresPid()]),
    senders: await processorTime(process.pid),
  }
}

async function progress(accepted: () => number): Promise<void> {
  const before = accepted()
  await until(
    'accepted records',
    async () => accepted() - before,
    (more) => more >= BETWEEN_KILLS_S * perSecond,
  )
}

/** The token of before a kill may have expired. */
async function signedIn(): Promise<SignedInUser> {
  const { details } = await call(portal, signIn, { body: { email: EMAIL, password: PASSWORD } })
  return { email: EMAIL, token: details.idToken, entity: details.user.entity }
}
