import { collectMails, type Alarm, createAlarm } from './alarms.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { within } from './deadline.ts'
import { expectAcknowledged, expectAllAsPromised } from './expectations.ts'
import { formatSeconds } from './figures.ts'
import { createPeople, createUnits, type Person } from './people.ts'
import { FLOWS, type Kill, type Report } from './report.ts'
import { type Victim, victimsOf } from './victims.ts'
import { type Amount, beginWork, type Work } from './work.ts'

export interface Options extends Amount {
  readonly kills: number
  /** Within this time after a kill everything has to work again. */
  readonly backMs: number
  /** An existing folder for what the servers log. */
  readonly logs: string
  readonly say: (words: string) => void
}

/** What the portal promises, on a machine with nothing else to do: everything continues within this time after a kill. */
export const PROMISED_MS = 10_000
/** Within this time new alerts are triggered, whatever else the machine does. */
const TRIGGERED_MS = 60_000
/** Alerts that are triggered while something is being killed. */
const ALARMS_A_KILL = 3
/** How long after they are asked for they are triggered, when each has been made. */
const AHEAD_MS = 5_000

/**
 * Kills parts of a cluster in turn while units send, people follow streams, and sources and alerts are computed. Checks after each kill
 * that everything continues, and what was acknowledged since the one before; and in the end that nothing was lost, doubled or forgotten.
 * @throws Error that names what was not as promised
 */
export async function runClusterTest({ kills: count, backMs, logs, say, ...amount }: Options): Promise<Report> {
  await using stack = new AsyncDisposableStack()
  const cluster = await startCluster({ servers: 3, nats: 3, logs }, stack)
  const [person, ...owners] = await createPeople(cluster, 1 + count)
  if (person === undefined) throw new Error('There is no user.')
  const units = await createUnits(cluster, person, amount.units)
  const mails = collectMails(cluster.mails)
  const work = await beginWork(cluster, { person, units, amount }, stack)
  say(`${amount.units} units send ${amount.messagesASecond} messages a second, ${amount.streams} streams are open.`)

  const victims = victimsOf(cluster)
  const kills: Kill[] = []
  const sudden: Alarm[] = []
  let since = 0
  for (const [place, owner] of owners.entries()) {
    const alarms = await setAlarms(cluster, work, owner, place)
    sudden.push(...alarms)
    const kill = await killOne(victims[place % victims.length] as Victim, work, backMs)
    kills.push(kill)
    say(`${place + 1}. ${describe(kill)}`)
    since = await expectAcknowledged(cluster, { person, work, since })
  }
  const totals = await expectAllAsPromised(cluster, { person, work, sudden, mails })
  mails.stop()
  return { kills, ...totals }
}

/** Makes alerts of someone that are about to be triggered once, and waits until they are. */
async function setAlarms(
  { balancer }: Cluster,
  { fleet, reached }: Work,
  owner: Person,
  place: number,
): Promise<Alarm[]> {
  const alarms: Alarm[] = []
  let moment = 0
  for (const { dataId } of fleet.units.slice(0, ALARMS_A_KILL)) {
    moment = Date.now() + AHEAD_MS
    const wanted = { name: `Moment ${place} of ${dataId}.`, dataId, field: 'clock', limit: moment / 1_000 } as const
    alarms.push(await createAlarm(balancer, owner, wanted))
  }
  await within(TRIGGERED_MS, 'the alerts are triggered', () => reached() > moment)
  return alarms
}

/** Kills something, waits until everything continues without it, and starts it again. */
async function killOne(victim: Victim, { returns }: Work, backMs: number): Promise<Kill> {
  for (const flow of FLOWS) returns[flow].begin()
  await victim.kill()
  const isBack = (): boolean => FLOWS.every((flow) => returns[flow].areAll())
  await within(backMs, `all units, streams and calculations work after the kill of ${victim.name}`, isBack).catch(
    (error: unknown) => {
      const missing = FLOWS.map((flow) => `${flow}: ${returns[flow].result().missing.join(' ') || 'all back'}`)
      throw new Error(`${String(error)} ${missing.join('; ')}`, { cause: error })
    },
  )
  await victim.start()
  const [units, streams, calculations] = FLOWS.map((flow) => returns[flow].result())
  if (units === undefined || streams === undefined || calculations === undefined) throw new Error('Nothing was noted.')
  return { victim, returns: { units, streams, calculations } }
}

function describe({ victim, returns }: Kill): string {
  const slowest = FLOWS.map((flow) => `${flow} ${formatSeconds(Math.max(...returns[flow].times))}`)
  return `${victim.name} was killed; back within: ${slowest.join(', ')}`
}
