import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createActionBatch } from '@fieldwatch/contract/actions/action-batches'
import { pollActions } from '@fieldwatch/contract/actions/action-messages'
import { postAction } from '@fieldwatch/contract/actions/actions'
import { createAlert } from '@fieldwatch/contract/alerts/alerts'
import type { AlertId, DataId } from '@fieldwatch/contract/api/ids'
import { createProgramToken, revokeProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { importUnits } from '@fieldwatch/contract/units/unit-imports'
import { updateUnits } from '@fieldwatch/contract/units/unit-jobs'
import { deleteUsers, updateUsers } from '@fieldwatch/contract/people/users'
import { createHandOut } from '#features/requests/hand-out.ts'
import { createPersonalRefusal, handOver } from '#features/alerts/hand-over.ts'
import { createQueueMail } from '#delivery/mail/queue-mail.ts'
import { deliverMessage } from '#delivery/outbox/deliver-outbox.ts'
import { createOutboxStore } from '#delivery/outbox/outbox-store.ts'
import { createQueueSms } from '#delivery/sms/queue-sms.ts'
import { ALL_EXTENSIONS } from '#extension-settings.ts'
import { importSims } from '#fleet/sims/import-sims.ts'
import { readImport } from '#fleet/sims/read-import.ts'
import { createUnitJobWork } from '#fleet/unit-jobs/run-unit-jobs.ts'
import { isDomainError } from '#platform/errors/domain-error.ts'
import { systemRandom } from '#platform/random/random.ts'
import { createNotificationStore } from '#features/alerts/notification-store.ts'
import { advanceBatch } from '#features/requests/run-batches.ts'
import { retainMany } from '#features/retention/retain-many.ts'
import { createMergedReader } from '#records/store/merged-reader.ts'
import { createThreadPool } from '#records/threads/thread-pool.ts'
import { buildEntity, buildUser } from '#testing/build-users.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { createTestApp } from '#testing/test-app.ts'
import { ONE_TURN } from '#testing/one-turn.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import {
  type Begun,
  type Case,
  type Given,
  type Starter,
  STARTERS,
  type Way,
  type Work,
  WORK_OF_EXTENSIONS,
} from './testing/work.ts'

/*
 * To add a kind of work that continues after its request: give it a row in CORE_WORK, or in `testing/work.ts` of its extension. `start` asks for it as the starter, `step` does what a
 * worker does next, and `isDone` returns whether the unit was touched by it. `except` names losses that do not end it.
 */

const database = await createTestDatabase()
// Nothing works in the background: each test takes the steps.
const portal = await createTestApp({ database, roles: new Set(['http', 'ingest']) })
const { bus, call, clock, db, metrics, signInAs } = portal
const workers = createThreadPool({ size: 1 })
database.defer(() => workers.close())
const { db: background, pool } = database.background
const reader = createMergedReader({ db: database.reads.db, control: background, workers, metrics, log: silentLog })
const common = { db: background, bus, clock, log: silentLog, random: systemRandom }
const watchToo = async () => ({ added: new Set<string>(), tell: () => undefined })
const removeUnit = async () => () => undefined
const followChange = async () => () => undefined
const jobs = createUnitJobWork({ ...common, server: 'this server', watchToo, retainMany, removeUnit, followChange })
const recorder = { recordResults: async () => undefined }
const top = await buildEntity(db)

const queues = { clock, random: systemRandom }
const queueMail = createQueueMail(queues)
const notifying = {
  ...common,
  queueMail,
  queueSms: createQueueSms(queues),
  alertChannels: [],
  publicUrl: () => 'https://fieldwatch.example',
  unsubscribeLinks: { write: () => 'link', read: () => undefined },
  smsPerDay: 1,
}

const unitOf = (dataId: DataId) =>
  db.selectFrom('unit').selectAll().where('dataId', '=', dataId).executeTakeFirstOrThrow()

const runJobs = () => jobs.run(ONE_TURN)

const PING = { actionClass: 'Unit', method: 'GET', payload: 'Ping' } as const

async function pollAs({ dataId, bearer }: Given): Promise<number> {
  const asked = { params: { dataID: dataId }, query: { wait: 0 }, headers: { authorization: bearer } }
  return (await call(pollActions, asked)).body.details.requests.length
}

/** A request that its unit takes by HTTP. */
function takenBy(given: Given): Begun {
  let count = 0
  return { step: async () => void (count = await pollAs(given)), isDone: async () => count > 0 }
}

const sent = new Set<string>()

const reportMails = ALL_EXTENSIONS.find((extension) => extension.reportMails)?.reportMails

/** Delivers what waits in the outbox, as a worker does. */
async function deliver(): Promise<void> {
  const send = async ({ id }: { id: string }) => void sent.add(id)
  const parts = {
    ...common,
    metrics,
    sender: { kind: 'mail', send },
    refusalOf: createPersonalRefusal(background, reportMails),
  }
  for (const message of await createOutboxStore(db).listWaiting(1_000))
    if (message.kind === 'mail') await deliverMessage(parts, message)
}

/** An alert of the starter about which someone is to be notified. */
async function notify({ headers, entity, dataId, userId, email }: Given): Promise<AlertId> {
  const condition = { type: 'silence' as const, silentSeconds: 3600 }
  const made = await call(createAlert, { headers, body: { name: 'Silent', devices: [dataId], entity, ...condition } })
  assert.equal(made.status, 200, made.failure.message)
  const { alertID: alertId } = made.body.details
  const notifiedUnits = [
    { dataId, name: 'Pump', status: 'high' as const, at: null, notedAt: clock(), value: null, changes: 1 },
  ]
  const to = { userId, channel: 'mail', recipient: email }
  await createNotificationStore(db).add([
    { alertId, entity, kind: 'alarm', at: clock(), withheld: undefined, notifiedUnits, ...to },
  ])
  return alertId
}

async function outboxIdOf(alertId: AlertId): Promise<string | null> {
  const row = await db
    .selectFrom('alertNotification')
    .select('outboxId')
    .where('alertId', '=', alertId)
    .executeTakeFirst()
  return row?.outboxId ?? null
}

async function writeAndDeliver(): Promise<void> {
  await handOver(notifying)
  await deliver()
}

const whenDue = (alertId: AlertId): Begun => ({
  step: writeAndDeliver,
  isDone: async () => sent.has((await outboxIdOf(alertId)) ?? ''),
})

async function whenWritten(alertId: AlertId): Promise<Begun> {
  await handOver(notifying)
  const id = (await outboxIdOf(alertId)) ?? ''
  assert.notEqual(id, '')
  return { step: deliver, isDone: async () => sent.has(id) }
}

let cards = 0

/** Messages go to people; viewers get them too. */
const TO_A_PERSON = { starters: ['a user'], except: ['is a viewer by now'] } as const
const CORE_WORK: Readonly<Record<string, Work>> = {
  'a change of many units': {
    start: async ({ headers, dataId }) => {
      const body = { dataIDs: [dataId], change: { kind: 'active', active: false } as const }
      assert.equal((await call(updateUnits, { headers, body })).status, 200)
      return { step: runJobs, isDone: async () => !(await unitOf(dataId)).active }
    },
  },
  'an import of units': {
    start: async ({ headers, dataId, entity }) => {
      const body = { entity, existing: 'update' as const, csv: `dataID,name\n${dataId},Renamed` }
      assert.equal((await call(importUnits, { headers, body })).status, 200)
      return { step: runJobs, isDone: async () => (await unitOf(dataId)).friendlyName === 'Renamed' }
    },
  },
  'requests to many units': {
    start: async ({ headers, entity, dataId }) => {
      const first = await buildUnit(db, { entity })
      const body = { dataIDs: [first.dataId, dataId], ...PING }
      const made = await call(createActionBatch, { headers, body })
      assert.equal(made.status, 200)
      await db
        .updateTable('actionRequest')
        .set({ state: 'answered', status: 'OK', answeredAt: clock() })
        .where('dataId', '=', first.dataId)
        .execute()
      const asked = () => db.selectFrom('actionRequest').select('id').where('dataId', '=', dataId).execute()
      return {
        step: () => advanceBatch({ ...common, recorder }, made.body.details.batchID),
        isDone: async () => (await asked()).length > 0,
      }
    },
  },
  'a request that waits': {
    start: async (given) => {
      const { actionClass, payload } = PING
      const body = { dataID: given.dataId, actionClass, payload }
      assert.equal((await call(postAction, { headers: given.headers, body })).status, 200)
      return takenBy(given)
    },
  },
  'a request that a network server is to get': {
    start: async (given) => {
      const { actionClass, payload } = PING
      const body = { dataID: given.dataId, actionClass, payload }
      assert.equal((await call(postAction, { headers: given.headers, body })).status, 200)
      const handOut = createHandOut({ ...common, recorder })
      let isTaken = false
      return {
        step: async () => {
          isTaken = (await handOut.next(given.dataId)) !== undefined
        },
        isDone: async () => isTaken,
      }
    },
  },
  'a request of many that waits': {
    start: async (given) => {
      const body = { dataIDs: [given.dataId], ...PING }
      assert.equal((await call(createActionBatch, { headers: given.headers, body })).status, 200)
      return takenBy(given)
    },
  },
  'an import of SIM cards': {
    // The list is of the entity: a unit out of reach is left out of it.
    except: ['has the unit no more in reach'],
    start: async ({ headers, entity }) => {
      const caller = await portal.features.authenticator.authenticate(headers.authorization, '127.0.0.1')
      const iccid = `8944501234500${String((cards += 1)).padStart(6, '0')}`
      async function* read() {
        yield* readImport('csv', Buffer.from(JSON.stringify({ entity, csv: `ICCID\n${iccid}` })))
      }
      const bring = async () => {
        try {
          await importSims(common, caller, read())
        } catch (error) {
          if (!isDomainError(error)) throw error
        }
      }
      const kept = () => db.selectFrom('sim').select('id').where('entityId', '=', entity).execute()
      return { step: bring, isDone: async () => (await kept()).length > 0 }
    },
  },
  'a message about an alert that is written': {
    ...TO_A_PERSON,
    start: async (given) => whenWritten(await notify(given)),
  },
  'a message about an alert that is due': {
    ...TO_A_PERSON,
    start: async (given) => whenDue(await notify(given)),
  },
}

const WORK: Readonly<Record<string, Work>> = Object.assign(
  {},
  CORE_WORK,
  ...WORK_OF_EXTENSIONS.map(({ createWork }) =>
    createWork({
      ...common,
      db,
      call,
      workers,
      reader,
      metrics,
      background: { db: background, pool },
      queueMail,
      deliver,
      isSent: (outboxId) => sent.has(outboxId),
    }),
  ),
)

const root = await signInAs({ role: 'admin', entity: top })

/** A starter with their own entity, of which an admin above is left to take rights away. */
async function begin(starter: Starter) {
  const entity = await buildEntity(db, { parentId: top })
  // An entity keeps an active admin.
  await buildUser(db, { role: 'admin', entityId: entity })
  const user = await signInAs({ role: 'admin', entity })
  const owner = starter === "an entity's token" ? { entity, role: 'admin' as const } : {}
  const scopes = ['read' as const, 'manage-units' as const, 'import-sims' as const]
  const body = { name: 'ERP', scopes, days: 30, ...owner }
  const made = starter === 'a user' ? undefined : (await call(createProgramToken, { as: user, body })).body.details
  const authorization = made === undefined ? user.bearer : `Bearer ${made.secret}`
  const given: Case = { headers: { authorization }, entity, userId: user.userId, email: user.email }
  return { user, tokenID: made?.token.tokenID ?? '', given }
}

type Started = Awaited<ReturnType<typeof begin>>

/** Begins each of some kinds of work on its own unit. */
async function startAll(works: readonly (readonly [string, Work])[], given: Case) {
  const begun: (Begun & { readonly name: string })[] = []
  for (const [name, { start }] of works) {
    const { dataId, bearer } = await buildUnit(db, { entity: given.entity })
    begun.push({ name, ...(await start({ ...given, dataId, bearer })) })
  }
  return {
    step: async (): Promise<void> => {
      for (const { step } of begun) await step()
    },
    listDone: async (): Promise<string[]> => {
      const done: string[] = []
      for (const { name, isDone } of begun) if (await isDone()) done.push(name)
      return done
    },
  }
}

const disableEntity = async ({ given }: Started): Promise<void> => {
  await db.updateTable('entity').set({ status: 'disabled' }).where('id', '=', given.entity).execute()
}

const giveAway = async ({ given }: Started): Promise<void> => {
  const elsewhere = await buildEntity(db)
  await db.updateTable('unitEntity').set({ entityId: elsewhere }).where('entityId', '=', given.entity).execute()
}

const revoke = async ({ user, tokenID }: Started): Promise<void> => {
  assert.equal((await call(revokeProgramToken, { as: user, body: { tokenID } })).status, 200)
}

const change = async ({ user }: Started, changes: object): Promise<void> => {
  assert.equal((await call(updateUsers, { as: root, body: { userUID: user.userId, ...changes } })).status, 200)
}

const WAYS = {
  'is a viewer by now': (started: Started) => change(started, { role: 'viewer' }),
  'is disabled': (started: Started) => change(started, { status: 'disabled' }),
  'is deleted': async ({ user }: Started) => {
    assert.equal((await call(deleteUsers, { as: root, body: { userUID: [user.userId] } })).status, 200)
  },
  'is of a disabled entity': disableEntity,
  'has the unit no more in reach': giveAway,
  'is revoked': revoke,
} as const

const OF_USERS: readonly Way[] = [
  'is a viewer by now',
  'is disabled',
  'is deleted',
  'is of a disabled entity',
  'has the unit no more in reach',
]

const WAYS_OF: Readonly<Record<Starter, readonly Way[]>> = {
  'a user': OF_USERS,
  "a user's token": [...OF_USERS, 'is revoked'],
  "an entity's token": ['is revoked', 'is of a disabled entity', 'has the unit no more in reach'],
}

/** The kinds of work that a starter begins, or those that end when they lose the right in one way. */
function worksOf(starter: Starter, way?: Way): [string, Work][] {
  return Object.entries(WORK).filter(
    ([, { starters = STARTERS, except = [] }]) =>
      starters.includes(starter) && (way === undefined || !except.includes(way)),
  )
}

describe('work that continues after its request', () => {
  for (const starter of STARTERS) {
    it(`is done for ${starter} with the right to it`, async () => {
      const works = worksOf(starter)
      const { step, listDone } = await startAll(works, (await begin(starter)).given)

      await step()

      assert.deepEqual(
        await listDone(),
        works.map(([name]) => name),
      )
    })

    for (const way of WAYS_OF[starter]) {
      it(`ends when ${starter} that started it ${way}`, async () => {
        const started = await begin(starter)
        const { step, listDone } = await startAll(worksOf(starter, way), started.given)
        assert.deepEqual(await listDone(), [])

        await WAYS[way](started)
        await step()

        assert.deepEqual(await listDone(), [])
      })
    }
  }
})
