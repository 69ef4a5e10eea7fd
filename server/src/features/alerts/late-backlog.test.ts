import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { it } from 'node:test'
import { listAlertHistory } from '@fieldwatch/contract/alerts/alert-history'
import { createAlert } from '@fieldwatch/contract/alerts/alerts'
import { SMTPServer } from 'smtp-server'
import { type BuiltUnit, buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { buildUser } from '#testing/build-users.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

/** `FIELDWATCH_BACKLOG=1000000` sends so many late records, and measures how long the mails of a thousand other alerts take. */
const RECORDS = Number(process.env['FIELDWATCH_BACKLOG'] ?? 2_000)
const IS_MEASURED = process.env['FIELDWATCH_BACKLOG'] !== undefined
const OTHERS = IS_MEASURED ? 999 : 5
const LONGEST_WAIT_MS = 2_000
const AT_ONCE = 100_000
const SECOND = 1_000

const database = await createTestDatabase()
/** When the mail server got a mail for an address. */
const mailedAt = new Map<string, number>()
let onMail = (): void => undefined
const post = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, session, done) => {
    stream.resume().on('end', () => {
      for (const { address } of session.envelope.rcptTo) mailedAt.set(address, performance.now())
      done()
      onMail()
    })
  },
})
post.listen(0, '127.0.0.1')
await once(post.server, 'listening')
database.defer(() => new Promise<void>((resolve) => post.close(() => resolve())))
const url = `smtp://127.0.0.1:${(post.server.address() as AddressInfo).port}`

const mailServer = { url, from: 'Fieldwatch <post@fieldwatch.example>' }
const { app, call, clock, db, features, signInAs, signInWith } = await createTestApp({ database, mailServer })
let owner = await signInAs({ role: 'admin' })

/** An alert on a new unit, which has sent nothing yet, with its own owner. */
async function watch() {
  const unit = await buildUnit(db, { entity: owner.entity })
  await db
    .insertInto('source')
    .values({
      dataId: unit.dataId,
      name: 'room' as never,
      fieldTypes: '{"temp":"float"}',
      lastReceivedAt: new Date(0),
    })
    .execute()
  const condition = { field: 'temp', operator: 'greater than', constant: 8 } as const
  const body = { name: 'Warm', devices: [unit.dataId], source: 'room', condition, clearLimit: 4 }
  const { alertID: id } = (await call(createAlert, { as: owner, body })).body.details
  const { id: userId, email } = await buildUser(db, { entityId: owner.entity })
  await db.insertInto('alertPerson').values({ alertId: id, userId, owns: true }).execute()
  await db.deleteFrom('alertPerson').where('alertId', '=', id).where('userId', '=', owner.userId).execute()
  return { unit, id, email }
}

/** Between the two limits, and behind each of them once in a thousand records. */
function valueOf(index: number): number {
  const place = index % 1_000
  return place === 100 ? 9 : place === 600 ? 2 : 6
}

it('a backlog of late records of one alert delays no other', async (test) => {
  const behind = await watch()
  const others: Awaited<ReturnType<typeof watch>>[] = []
  while (others.length < OTHERS) others.push(await watch())
  const start = clock() - 2 * RECORDS * SECOND
  const send = (unit: BuiltUnit, at: number, temp: number) =>
    sendRecords(app, unit, 'room', { messageUTC: new Date(at).toISOString(), temp })
  await send(behind.unit, clock(), 5)
  await features.alerts.run()

  for (let from = 0; from < RECORDS; from += AT_ONCE) {
    const records = Array.from({ length: Math.min(AT_ONCE, RECORDS - from) }, (_, index) => {
      return { messageUTC: start + (from + index) * SECOND, temp: valueOf(from + index) }
    })
    await sendRecords(app, behind.unit, 'room', records)
  }
  const sentAt = new Map<string, number>()
  const isMailed = Promise.withResolvers<void>()
  onMail = () => {
    if (others.every(({ email }) => mailedAt.has(email))) isMailed.resolve()
  }
  for (const { unit, email } of others) {
    sentAt.set(email, performance.now())
    await send(unit, clock(), 9)
  }
  await isMailed.promise

  const waits = others.map(({ email }) => (mailedAt.get(email) ?? Infinity) - (sentAt.get(email) ?? 0))
  const longest = Math.max(...waits)
  test.diagnostic(`the mails of the other ${OTHERS} took at most ${Math.round(longest)} ms`)
  if (IS_MEASURED) assert.ok(longest <= LONGEST_WAIT_MS)
  await features.alerts.run()
  await features.alertCorrections.run()
  owner = await signInWith(owner.email)
  const query = { alertID: behind.id, limit: 500 }
  await db.insertInto('alertPerson').values({ alertId: behind.id, userId: owner.userId, owns: true }).execute()
  const { history } = (await call(listAlertHistory, { as: owner, query })).body.details
  const expected = Array.from({ length: RECORDS }, (_, index) => valueOf(index)).filter((value) => value !== 6)
  assert.deepEqual(
    history.toReversed().map(({ value }) => value),
    expected.slice(-500),
  )
})
