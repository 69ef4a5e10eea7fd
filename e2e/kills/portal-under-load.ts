import { join } from 'node:path'
import { listActionRequests, postAction } from '@fieldwatch/contract/actions/actions'
import { createAlert } from '@fieldwatch/contract/alerts/alerts'
import { signIn } from '@fieldwatch/contract/people/auth'
import { createCalculation } from '@fieldwatch/contract/calculations/calculations'
import { createEvent } from '@fieldwatch/contract/events/events'
import { type AlertId, DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { call, createUnit, createUser, PASSWORD, type SignedInUser } from '../support/api.ts'
import { type LossyUnit, startLossyUnit } from '../support/lossy-unit.ts'
import type { MailServer } from '../support/mail-server.ts'
import type { Portal } from '../support/portal.ts'
import { connectUnit } from '../support/unit.ts'
import { type LoadOfExtension, LOADS_OF_EXTENSIONS } from './extension-load.ts'
import { LIMIT } from './levels.ts'
import { type LevelUnit, startLevelUnit } from './level-unit.ts'
import { type AlarmMails, collectAlarmMails } from './alarm-mails.ts'
import { type SilentUnit, startSilentUnit } from './silent-unit.ts'
import { persist } from './persist.ts'

export const UNITS = 6
export const TABLE = 'High_level'
export const DOUBLED = SourceName.parse('doubled')
const TANK = SourceName.parse('tank')

export const RULES = {
  High: { limit: LIMIT, clearLimit: LIMIT, forMs: 0 },
  'High for a second': { limit: LIMIT, clearLimit: LIMIT, forMs: 1_000 },
  'High until low': { limit: LIMIT, clearLimit: LIMIT - 10, forMs: 0 },
} as const
export type RuleName = keyof typeof RULES

export interface Watched extends LevelUnit {
  readonly alerts: Readonly<Record<RuleName, AlertId>>
}

/** A portal with everything under way that a kill could break. */
export interface PortalUnderLoad {
  readonly portal: Portal
  readonly watched: readonly Watched[]
  readonly silent: SilentUnit
  readonly alarmMails: AlarmMails
  readonly requested: LossyUnit
  /** Ids of the requests whose acceptance was received. A kill may hide that of others. */
  readonly accepted: number[]
  /** Units with work of an extension each. */
  readonly loadedUnits: { readonly dataID: DataId; readonly load: LoadOfExtension }[]
  /** A token of a sign-in just now. */
  readonly token: () => Promise<string>
  readonly sendRequest: () => Promise<void>
  readonly startExtensions: () => Promise<void>
  /** How many requests the portal has, and how many of them are answered. */
  readonly countRequests: () => Promise<{ all: number; answered: number }>
  /** Disconnects all units, whatever is under way. */
  readonly close: () => Promise<void>
}

const EMAIL = 'admin@kills.example'

export async function fillPortal(portal: Portal, mails: MailServer): Promise<PortalUnderLoad> {
  const alarmMails = collectAlarmMails(mails)
  const user = await createUser(portal, { email: EMAIL, entity: 'Kills' })
  const watched: Watched[] = []
  for (let place = 0; place < UNITS; place += 1) watched.push(await startWatched(portal, user, place))
  const requestedId = DataId.parse('requested')
  const requested = startLossyUnit(portal, requestedId, await createUnit(portal, user, requestedId))
  const accepted: number[] = []
  const loadedUnits: PortalUnderLoad['loadedUnits'] = []
  const token = async (): Promise<string> =>
    (await persist(() => call(portal, signIn, { body: { email: EMAIL, password: PASSWORD } }))).details.idToken
  const silent = await startSilent(portal, user, token)
  return {
    portal,
    watched,
    silent,
    alarmMails,
    requested,
    accepted,
    loadedUnits,
    token,
    sendRequest: async () => {
      const body = { dataID: requestedId, actionClass: 'Unit' as const, payload: 'Ping' }
      const { details } = await persist(async () => call(portal, postAction, { token: await token(), body }))
      accepted.push(details.action_id)
    },
    startExtensions: async () => {
      for (const load of LOADS_OF_EXTENSIONS) {
        const dataID = DataId.parse(`loaded-${loadedUnits.length}`)
        const sender = { ...user, token: await token() }
        await persist(() => createUnit(portal, sender, dataID).catch(ignoreTaken))
        await load.begin(portal, sender, dataID)
        loadedUnits.push({ dataID, load })
      }
    },
    countRequests: async () => {
      const asker = { token: await token() }
      const query = { dataID: requestedId, pageSize: 1 }
      const { details: all } = await call(portal, listActionRequests, { ...asker, query })
      const { details } = await call(portal, listActionRequests, { ...asker, query: { ...query, state: 'answered' } })
      return { all: all.pagination.total, answered: details.pagination.total }
    },
    close: async () => {
      for (const unit of [...watched, silent]) unit.abandon()
      await requested.stop()
    },
  }
}

/** A unit whose creation succeeded just before the kill is there already. */
function ignoreTaken(error: unknown): string {
  if (error instanceof Error && error.message.includes('unit/exists')) return ''
  throw error
}

async function startWatched(portal: Portal, user: SignedInUser, place: number): Promise<Watched> {
  const dataID = DataId.parse(`unit-${place}`)
  const { token } = user
  const client = await connectUnit(portal, dataID, await createUnit(portal, user, dataID))
  await client.publishAsync(`units/${dataID}/data/tank`, '{"level":0,"index":-1}', { qos: 1 })
  const watch = async (rule: RuleName): Promise<AlertId> => {
    const { limit: constant, clearLimit, forMs } = RULES[rule]
    const condition = { field: 'level', operator: 'greater than' as const, constant }
    const second = clearLimit === constant ? {} : { clearLimit }
    const body = { name: rule, devices: [dataID], source: TANK, condition, forSeconds: forMs / 1_000, ...second }
    return (await call(portal, createAlert, { token, body })).details.alertID
  }
  const alerts = {
    High: await watch('High'),
    'High for a second': await watch('High for a second'),
    'High until low': await watch('High until low'),
  }
  const startDate = new Date().toISOString()
  await call(portal, createEvent, {
    token,
    body: { dataID, name: TABLE, comparison: `tank.level > ${LIMIT}`, startDate, values: [], maxGapMinutes: 60 },
  })
  const value = { source: TANK, field: 'level' }
  await call(portal, createCalculation, {
    token,
    body: { dataID, name: DOUBLED, equation: '2 * tank.level', unit: 'l', startDate, values: [value] },
  })
  return { ...startLevelUnit(place, dataID, client), alerts }
}

async function startSilent(portal: Portal, user: SignedInUser, token: () => Promise<string>): Promise<SilentUnit> {
  const dataID = DataId.parse('silent')
  const client = await connectUnit(portal, dataID, await createUnit(portal, user, dataID))
  await client.publishAsync(`units/${dataID}/data/pulse`, '{"beat":1}', { qos: 1 })
  const silence = { type: 'silence', silentSeconds: 10, graceSeconds: 0 } as const
  const body = { name: 'Silent', devices: [dataID], ...silence }
  const { alertID } = (await call(portal, createAlert, { token: user.token, body })).details
  return startSilentUnit({ portal, token, dataID, alertID, client })
}

export function backupPath(folder: string, round: number): string {
  return join(folder, `backup-${round}.fieldwatch`)
}
