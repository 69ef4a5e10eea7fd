import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { type AlertNotification, listAlertNotifications, snoozeAlert } from '@fieldwatch/contract/alerts/alert-history'
import { createAlert, removeAlert, unsubscribeAlert } from '@fieldwatch/contract/alerts/alerts'
import type { AlertId } from '@fieldwatch/contract/api/ids'
import { removePhone } from '@fieldwatch/contract/people/phone-verification'
import { updateUsers } from '@fieldwatch/contract/people/users'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { addReceiver, TEST_CHANNEL } from '#testing/add-receiver.ts'
import { buildEntity } from '#testing/build-users.ts'
import { type BuiltUnit, buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { showTemperature } from '#testing/show-temperature.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { handOverApart } from './hand-over.ts'
import { createNotificationStore } from './notification-store.ts'

/** A mail server that notes what it is given. */
const post = new EventEmitter()
let refusals = 0
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: (_address, _session, done) => {
    if (refusals === 0) return done()
    refusals -= 1
    done(Object.assign(new Error('not today'), { responseCode: 451 }))
  },
  onData: (stream, _session, done) => {
    text(stream).then((mail) => {
      done()
      post.emit('mail', mail.replaceAll('=\r\n', ''))
    }, done)
  },
})
server.listen(0, '127.0.0.1')
await once(server.server, 'listening')
const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`

const database = await createTestDatabase()
database.defer(() => new Promise<void>((resolve) => server.close(() => resolve())))
const { app, call, clock, db, features, signInAs, signInWith } = await createTestApp({
  database,
  mailServer: { url, from: 'Fieldwatch <post@fieldwatch.example>', retrySeconds: 1 },
  alertSmsPerDay: 2,
  extensions: [{ name: 'test', alertChannel: TEST_CHANNEL }],
})

const MINUTE = 60_000
const top = await buildEntity(db)
const below = await buildEntity(db, { parentId: top })
let owner = await signInAs({ role: 'admin', entity: top })

async function pass(milliseconds: number): Promise<void> {
  clock.advance(milliseconds)
  owner = await signInWith(owner.email)
}

interface Watched {
  unit: BuiltUnit
  id: AlertId
}

async function watch(given: object = {}, entity = top): Promise<Watched> {
  const unit = await buildUnit(db, { entity, friendlyName: 'Cold store <3>' })
  await sendRecords(app, unit, 'room', { temp: 1 })
  clock.advance(1_000)
  const condition = { field: 'temp', operator: 'greater than', constant: 8 } as const
  const body = {
    name: 'Too warm',
    description: 'Call Nora.',
    devices: [unit.dataId],
    source: 'room',
    condition,
    ...given,
  }
  return { unit, id: (await call(createAlert, { as: owner, body })).body.details.alertID }
}

/** Sends values, each a second after the other, and sends all notifications that are due. */
async function send({ unit }: Watched, ...temps: number[]): Promise<void> {
  for (const temp of temps) {
    clock.advance(1_000)
    await sendRecords(app, unit, 'room', { temp })
  }
  await features.alerts.run()
  await features.alertTimers.run()
}

/** Ends a snooze of triggered alerts, so that they are due at one moment, while the mail server refuses mails. */
async function triggerTogether(alerts: readonly AlertId[], units: readonly BuiltUnit[]): Promise<void> {
  const until = new Date(clock() + MINUTE).toISOString()
  for (const alertID of alerts) await call(snoozeAlert, { as: owner, body: { alertID, until } })
  clock.advance(1_000)
  for (const unit of units) await sendRecords(app, unit, 'room', { temp: 9 })
  await features.alerts.run()
  refusals = Infinity
  await pass(MINUTE)
  await features.alertTimers.run()
}

async function notificationsOf({ id }: Watched, of?: SignedInUser): Promise<AlertNotification[]> {
  const { notifications } = (await call(listAlertNotifications, { as: owner, query: { alertID: id } })).body.details
  return notifications.toReversed().filter(({ recipient }) => of === undefined || recipient === of.email)
}

const kindsOf = (notifications: readonly AlertNotification[]) => notifications.map(({ kind }) => kind)

async function withPhone(user: SignedInUser, phone: string): Promise<void> {
  await db.updateTable('appUser').set({ phone }).where('id', '=', user.userId).execute()
  const notifications = { alerts: { emailEnable: false, smsEnable: true } }
  await call(updateUsers, { as: user, body: { userUID: user.userId, notifications } })
}

describe('the mail of an alert', () => {
  // spec 2-1-11
  it('says what happened where and when, leads to the unit at that moment, and how to unsubscribe', async () => {
    const watched = await watch({ timeZone: 'Europe/Stockholm' })
    await showTemperature(db, watched.unit)
    const arrival = once(post, 'mail') as Promise<[string]>

    await send(watched, 9.25)
    const [mail] = await arrival

    assert.match(mail, /^Subject: Triggered: Too warm on Cold store <3>\r$/m)
    assert.match(mail, /^List-Unsubscribe:\s+<https:\/\/fieldwatch\.example\/unsubscribe\/[\w-]+>\r$/m)
    assert.match(mail, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    assert.ok(mail.includes('Cold store <3>: temp was 9.25 =C2=B0C at 1 Mar 2026, 13:00'), mail)
    assert.ok(mail.includes('(limit: greater than 8 =C2=B0C)'))
    assert.ok(mail.includes(`https://fieldwatch.example/dashboard/${watched.unit.dataId}/time-series?history=3D`))
    // Quoted-printable has soft line breaks, and writes an equals sign as =3D.
    const text = mail.replaceAll('=\r\n', '').replaceAll('=3D', '=')
    assert.ok(text.includes(`&alert=${watched.id}&at=2026-03-01T12%3A00%3A02.000Z`), text)
    assert.ok(
      text.includes(
        `https://fieldwatch.example/dashboard/${watched.unit.dataId}/management/alerts?alert=${watched.id}`,
      ),
    )
    assert.ok(mail.includes('Cold store &lt;3&gt;'))
    assert.ok(mail.includes('Call Nora.'))
  })

  it('that the mail server would not take is sent again, and the log has both', async () => {
    const watched = await watch()
    refusals = 1
    const arrival = once(post, 'mail') as Promise<[string]>

    await send(watched, 9)
    await arrival

    const [notification] = await settled(watched)
    assert.deepEqual([notification?.state, notification?.attempts], ['sent', 2])
  })

  /** What is sent is noted a moment after the mail server has it. */
  async function settled(watched: Watched): Promise<AlertNotification[]> {
    for (;;) {
      const all = await notificationsOf(watched)
      if (all.every(({ state }) => state !== 'waiting')) return all
    }
  }
})

describe('people', () => {
  it('hear of an alarm and of its end, and those who did not hear of the one do not hear of the other', async () => {
    const viewer = await signInAs({ entity: top })
    const late = await signInAs({ entity: top })
    const watched = await watch({ viewers: [viewer.userId] })
    await send(watched, 9)
    await pass(5 * MINUTE)
    // Newcomers are looked for once a minute: not again before the alarm is over.
    await features.alertTimers.run()
    await db.insertInto('alertPerson').values({ alertId: watched.id, userId: late.userId, owns: false }).execute()

    await send(watched, 3)

    assert.deepEqual(kindsOf(await notificationsOf(watched, viewer)), ['alarm', 'all-clear'])
    assert.deepEqual(kindsOf(await notificationsOf(watched, owner)), ['alarm', 'all-clear'])
    assert.deepEqual(await notificationsOf(watched, late), [])
  })

  it('who unsubscribed, were disabled, switched it off or lost reach hear nothing', async () => {
    const [left, disabled, off, moved] = [
      await signInAs({ entity: top }),
      await signInAs({ entity: top }),
      await signInAs({ entity: top }),
      await signInAs({ entity: top }),
    ]
    const watched = await watch({ viewers: [left, disabled, off, moved].map(({ userId }) => userId) })
    await call(unsubscribeAlert, { as: left, body: { alertID: watched.id } })
    const channels = { alerts: { emailEnable: false, smsEnable: false } }
    await call(updateUsers, { as: off, body: { userUID: off.userId, notifications: channels } })
    await call(updateUsers, { as: owner, body: { userUID: disabled.userId, status: 'disabled' } })
    await call(updateUsers, { as: owner, body: { userUID: moved.userId, entity: below } })

    await send(watched, 9)

    assert.deepEqual(
      (await notificationsOf(watched)).map(({ recipient }) => recipient),
      [owner.email],
    )
  })

  it('get one message about many units at once', async () => {
    const first = await watch()
    const other = await buildUnit(db, { entity: top, friendlyName: 'Cold store 4' })
    await sendRecords(app, other, 'room', { temp: 1 })
    const condition = { field: 'temp', operator: 'greater than', constant: 8 } as const
    clock.advance(1_000)
    const body = { name: 'All', devices: [first.unit.dataId, other.dataId], source: 'room', condition }
    const id = (await call(createAlert, { as: owner, body })).body.details.alertID
    const until = new Date(clock() + MINUTE).toISOString()
    await call(snoozeAlert, { as: owner, body: { alertID: id, until } })
    clock.advance(1_000)
    await sendRecords(app, other, 'room', { temp: 9 })
    await send({ ...first, id }, 9)

    // Both are due at the same moment, however long the uploads took.
    await pass(MINUTE)
    await features.alertTimers.run()

    const [notification, ...others] = await notificationsOf({ ...first, id })
    assert.deepEqual([notification?.unitCount, others.length], [2, 0])
  })

  it('get a message that waits without a unit that has left their reach in the meantime', async () => {
    // Someone to whom nothing was sent before, for which this message would wait.
    owner = await signInAs({ role: 'admin', entity: top })
    const [kept, other] = [
      await buildUnit(db, { entity: top, friendlyName: 'Cold store <3>' }),
      await buildUnit(db, { entity: top, friendlyName: 'Cold store 4' }),
    ]
    const units = [kept, other]
    for (const unit of units) await sendRecords(app, unit, 'room', { temp: 1 })
    const condition = { field: 'temp', operator: 'greater than', constant: 8 } as const
    clock.advance(1_000)
    const body = { name: 'Both', devices: units.map(({ dataId }) => dataId), source: 'room', condition }
    const id = (await call(createAlert, { as: owner, body })).body.details.alertID
    await triggerTogether([id], units)
    const waiting = db
      .selectFrom('alertNotification')
      .innerJoin('outbox', 'outbox.id', 'outboxId')
      .select(['outbox.id', 'outbox.body', 'attempts'])
      .where('alertId', '=', id)
    while (((await waiting.executeTakeFirst())?.attempts ?? 0) === 0) await features.alertTimers.run()
    const [before] = await waiting.execute()
    const elsewhere = await buildEntity(db)
    await db.updateTable('unitEntity').set({ entityId: elsewhere }).where('dataId', '=', other.dataId).execute()

    let mail: string | undefined
    post.on('mail', (text: string) => (mail = text.includes('Both') ? text : mail))
    refusals = 0
    while (mail === undefined) await features.alertTimers.run()

    const [given] = await db
      .selectFrom('outbox')
      .select('lastError')
      .where('id', '=', before?.id ?? '')
      .execute()
    assert.match(before?.body ?? '', /Cold store 4/)
    assert.match(mail, /Cold store <3>/)
    assert.doesNotMatch(mail, /Cold store 4/)
    assert.equal(given?.lastError, 'not-sent.out-of-reach')
  })

  it('get a message that waits without an alert that was deleted in the meantime', async () => {
    owner = await signInAs({ role: 'admin', entity: top })
    const [kept, deleted] = [await watch({ name: 'Kept alert' }), await watch({ name: 'Deleted alert' })]
    await triggerTogether([kept.id, deleted.id], [kept.unit, deleted.unit])
    const waiting = db
      .selectFrom('outbox')
      .select(['id', 'body', 'attempts'])
      .where('recipient', '=', owner.email)
      .where('sentAt', 'is', null)
    while (((await waiting.executeTakeFirst())?.attempts ?? 0) === 0) await features.alertTimers.run()
    const [before, ...others] = await waiting.execute()

    await call(removeAlert, { as: owner, body: { alertID: deleted.id } })
    const mails: string[] = []
    post.on('mail', (text: string) => mails.push(text))
    refusals = 0
    while (mails.length === 0) await features.alertTimers.run()

    const { lastError: reason } = await db
      .selectFrom('outbox')
      .select('lastError')
      .where('id', '=', before?.id ?? '')
      .executeTakeFirstOrThrow()
    assert.deepEqual(others, [])
    assert.match(before?.body ?? '', /Kept alert[^]*Deleted alert|Deleted alert[^]*Kept alert/)
    assert.equal(mails.length, 1)
    assert.match(mails[0] ?? '', /Kept alert/)
    assert.doesNotMatch(mails[0] ?? '', /Triggered: Deleted alert/)
    assert.match(mails[0] ?? '', /Ended: Deleted alert/)
    assert.equal(reason, 'not-sent.alert-deleted')
  })

  it('wait for no reminder of another alert: a first alarm is sent at once', async () => {
    const person = await signInAs({ entity: top })
    const reminding = await watch({ viewers: [person.userId], interval: 60, name: 'Reminds' })
    await send(reminding, 9)
    for (let minutes = 0; minutes < 30; minutes += 1) {
      await pass(MINUTE)
      await features.alertTimers.run()
    }
    const statesOf = async ({ id }: Watched) =>
      (
        await db
          .selectFrom('alertNotification')
          .select(['kind', 'state'])
          .where('alertId', '=', id)
          .where('userId', '=', person.userId)
          .orderBy('id')
          .execute()
      ).map(({ kind, state }) => `${kind} ${state}`)
    assert.ok((await statesOf(reminding)).includes('reminder due'), 'the reminders of an hour are used up')

    const other = await watch({ viewers: [person.userId], name: 'First alarm' })
    await send(other, 9)

    assert.deepEqual(await statesOf(other), ['alarm queued'])
  })

  it('pay two messages for a value that changes a thousand times in an hour', async () => {
    const watched = await watch()
    for (let round = 0; round < 10; round += 1) {
      const records = Array.from({ length: 100 }, (_, index) => {
        return { messageUTC: new Date(clock() + index).toISOString(), temp: index % 2 === 0 ? 9 : 3 }
      })
      await sendRecords(app, watched.unit, 'room', records)
      await features.alerts.run()
      await pass(6 * MINUTE)
      await features.alertTimers.run()
    }
    await pass(3 * 60 * MINUTE)
    await features.alertTimers.run()

    const kinds = kindsOf(await notificationsOf(watched))
    assert.ok(kinds.length <= 2, kinds.join())
    assert.equal(kinds.at(-1), 'summary')
  })
})

describe('an SMS', () => {
  // spec 2-1-11
  it('goes to a verified number only, and to no more than the entity may have in a day', async () => {
    const holder = await signInAs({ entity: top })
    const without = await signInAs({ entity: top })
    const viewers = [holder.userId, without.userId]
    await withPhone(holder, '+46701234567')
    await withPhone(without, '+46701234568')
    await db.updateTable('appUser').set({ phone: '' }).where('id', '=', without.userId).execute()
    const reasons: (string | null)[] = []
    for (let round = 0; round < 3; round += 1) {
      const watched = await watch({ viewers })
      await send(watched, 9)
      const sms = (await notificationsOf(watched)).filter(({ channel }) => channel === 'sms')
      reasons.push(
        ...sms.toSorted((one, two) => two.recipient.length - one.recipient.length).map(({ reason }) => reason),
      )
    }

    const unverified = 'The user has no verified phone number.'
    assert.deepEqual(reasons, [
      null,
      unverified,
      null,
      unverified,
      'The entity has reached its limit of 2 SMS a day.',
      unverified,
    ])
    const inGerman = await call(listAlertNotifications, {
      as: owner,
      query: { entity: top, channel: 'sms' },
      headers: { 'accept-language': 'de' },
    })
    const written = new Set(inGerman.body.details.notifications.map(({ reason }) => reason))
    assert.ok(written.has('Der Benutzer hat keine bestätigte Telefonnummer.'), [...written].join())
    assert.ok(written.has('Die Organisation hat ihr Limit von 2 SMS pro Tag erreicht.'), [...written].join())
    const { rows } = await database.pool.query("select body from outbox where kind = 'sms'")
    assert.equal(rows.length, 2)
    assert.match(
      String(rows[0].body),
      /^Triggered: Too warm on Cold store <3>\. .*https:\/\/fieldwatch\.example\/dashboard\//,
    )
  })

  it('is not wanted any more once the number is removed', async () => {
    await pass(25 * 60 * MINUTE)
    const holder = await signInAs({ entity: top })
    const phone = '+46701234569'
    await withPhone(holder, phone)
    const watched = await watch({ viewers: [holder.userId] })
    await send(watched, 9)
    const { outboxId } = await db
      .selectFrom('alertNotification')
      .select('outboxId')
      .where('alertId', '=', watched.id)
      .where('channel', '=', 'sms')
      .executeTakeFirstOrThrow()
    const store = createNotificationStore(db)
    const before = await store.findRefusal(outboxId ?? '', phone)

    await call(removePhone, { as: holder })

    assert.equal(before, undefined)
    assert.equal(await store.findRefusal(outboxId ?? '', phone), 'not-sent.phone-changed')
  })
})

describe('an alert that lasts', () => {
  it('reaches people of an entity that was disabled in the meantime, once it is enabled again', async () => {
    const person = await signInAs({ role: 'admin', entity: below })
    const watched = await watch({ viewers: [person.userId] }, below)
    await db.updateTable('entity').set({ status: 'disabled' }).where('id', '=', below).execute()
    await send(watched, 9)
    const inBetween = await notificationsOf(watched, person)
    await db.updateTable('entity').set({ status: 'active' }).where('id', '=', below).execute()

    await pass(2 * MINUTE)
    await features.alertTimers.run()
    await pass(2 * MINUTE)
    await features.alertTimers.run()

    assert.deepEqual(kindsOf(inBetween), [])
    assert.deepEqual(kindsOf(await notificationsOf(watched, person)), ['reminder'])
    assert.deepEqual(kindsOf(await notificationsOf(watched, owner)), ['alarm'])
  })

  it('reaches new recipients of every alert, however many new recipients of others may not read theirs', async () => {
    const [stranger, newcomer] = [await signInAs({}), await signInAs({ entity: top })]
    const alerts = [await watch(), await watch(), await watch(), await watch()]
    const unreadable: Watched[] = []
    for (let count = 0; count < 22; count += 1) unreadable.push(await watch())
    for (const { unit } of [...alerts, ...unreadable]) await sendRecords(app, unit, 'room', { temp: 9 })
    await features.alerts.run()
    await features.alertTimers.run()
    const joined = [
      ...alerts.map(({ id }) => ({ alertId: id, userId: newcomer.userId, owns: false })),
      ...unreadable.map(({ id }) => ({ alertId: id, userId: stranger.userId, owns: false })),
    ]
    await db.insertInto('alertPerson').values(joined).execute()

    await pass(2 * MINUTE)
    await features.alertTimers.run()

    for (const alert of alerts) assert.deepEqual(kindsOf(await notificationsOf(alert, newcomer)), ['reminder'])
    for (const alert of unreadable) assert.deepEqual(await notificationsOf(alert, stranger), [])
  })
})

describe('a receiver of the alerts of an entity', () => {
  const listNoted = async ({ id }: Watched) => {
    const { rows } = await sql<{ state: string; reason: string | null; body: string | null }>`
      select state, reason, body from alert_notification left join outbox on outbox.id = outbox_id
      where alert_id = ${id} and receiver_id is not null order by alert_notification.id`.execute(db)
    return rows
  }

  it('gets the alarm and the all-clear, as its channel writes them', async () => {
    await addReceiver(db, top)
    const watched = await watch()
    for (const temp of [9, 3]) {
      await pass(5 * MINUTE)
      await sendRecords(app, watched.unit, 'room', { temp })
      await features.alerts.run()
      await features.alertTimers.run()
    }

    const noted = await listNoted(watched)
    assert.deepEqual(
      noted.map(({ state }) => state),
      ['queued', 'queued'],
    )
    // Together with what was due of other alerts.
    assert.match(noted[0]?.body ?? '', /^alarm in /m)
    assert.match(noted[1]?.body ?? '', /^all-clear in /m)
    await db.deleteFrom('webhook').execute()
  })

  it('gets nothing by a channel that the portal does not have, and the log says why', async () => {
    const watched = await watch()
    const receiver = await addReceiver(db, top)
    await sql`
      insert into alert_notification (alert_id, entity_id, receiver_id, kind, channel, recipient, unit_count, units, at, state, notified)
      values (${watched.id}, ${top}, ${receiver}, 'alarm', 'pager', 'Hall', 1, array[${watched.unit.dataId}], ${clock()}::bigint, 'due', '[]')`.execute(
      db,
    )

    await features.alertTimers.run()

    assert.deepEqual(await listNoted(watched), [{ state: 'withheld', reason: 'not-sent.channel-off', body: null }])
    await db.deleteFrom('webhook').execute()
  })
})

describe('a message that cannot be written', () => {
  it('keeps back neither other messages to the same person, nor other people, nor receivers', async () => {
    const person = await signInAs({ role: 'admin', entity: top })
    const broken = await watch({ viewers: [person.userId] })
    const fine = await watch({ viewers: [person.userId] })
    await sql`update alert set time_zone = 'Nowhere/At_all' where id = ${broken.id}`.execute(db)
    await addReceiver(db, top)
    for (const watched of [broken, fine]) await sendRecords(app, watched.unit, 'room', { temp: 9 })
    await features.alerts.run()
    await features.alertTimers.run()

    const { rows } = await sql<{ alertId: string; state: string; reason: string | null }>`
      select alert_id, state, reason from alert_notification
      where alert_id in (${broken.id}, ${fine.id}) order by id`.execute(db)
    const statesOf = ({ id }: Watched) => rows.filter((row) => row.alertId === id).map(({ state }) => state)
    assert.deepEqual(statesOf(fine), ['queued', 'queued', 'queued'])
    assert.deepEqual(statesOf(broken), ['due', 'due', 'due'])
    assert.ok(rows.every(({ state, reason }) => (state === 'due') === (reason !== null)))
    await db.deleteFrom('webhook').execute()
  })

  it('is not put off when the database went away while it was handed over', async () => {
    const person = await signInAs({ role: 'admin', entity: top })
    const watched = await watch({ viewers: [person.userId] })
    await sendRecords(app, watched.unit, 'room', { temp: 9 })
    await features.alerts.run()
    await features.alertTimers.run()
    await sql`update alert_notification set state = 'due', outbox_id = null where alert_id = ${watched.id}`.execute(db)
    const cutOff = Object.assign(new Error('terminating connection due to unexpected postmaster exit'), {
      code: '57P01',
    })

    await handOverApart({ db, clock, log: silentLog }, { channel: 'mail', ids: [person.userId] }, () =>
      Promise.reject(cutOff),
    )

    const { rows } = await sql<{ notBefore: number | null }>`
      select not_before from alert_notification where alert_id = ${watched.id}`.execute(db)
    assert.ok(rows.length > 0)
    assert.ok(rows.every(({ notBefore: putOff }) => putOff === null))
  })
})

/** Once the mail server has a mail to each of them. */
async function mailsTo(...people: readonly SignedInUser[]): Promise<void> {
  const missing = new Set(people.map(({ email }) => email))
  while (missing.size > 0) {
    const [mail] = (await once(post, 'mail')) as [string]
    for (const email of missing) if (mail.includes(`To: ${email}`)) missing.delete(email)
  }
}

describe('one alert at 38 °C', () => {
  it('is mailed to each recipient in their language and units of measure, else in those of their entity', async () => {
    const entity = await buildEntity(db, { parentId: top })
    const german = await signInAs({ entity })
    const american = await signInAs({ entity })
    const condition = { field: 'temp', operator: 'greater than', constant: 38 }
    const watched = await watch({ entity, condition, viewers: [german.userId, american.userId] }, entity)
    await showTemperature(db, watched.unit)
    // What was sent is removed from the outbox.
    refusals = Number.POSITIVE_INFINITY
    const newest = ({ email }: SignedInUser) =>
      db
        .selectFrom('outbox')
        .select(['subject', 'body'])
        .where('recipient', '=', email)
        .orderBy('createdAt', 'desc')
        .executeTakeFirstOrThrow()
    await call(updateUsers, { as: german, body: { userUID: german.userId, language: 'de' } })
    await call(updateUsers, { as: american, body: { userUID: american.userId, measures: { system: 'US' } } })

    await send(watched, 40.5)

    const [inGerman, inEnglish] = [await newest(german), await newest(american)]
    assert.equal(inGerman.subject, 'Ausgelöst: Too warm für Cold store <3>')
    assert.match(inGerman.body, /: temp war 40,5 °C am \d\. März 2026, .* \(Schwellenwert: größer als 38 °C\)$/m)
    assert.equal(inEnglish.subject, 'Triggered: Too warm on Cold store <3>')
    const sent = mailsTo(german, american)
    refusals = 0
    await sent
    assert.match(inEnglish.body, /: temp was 104\.9 °F at \d Mar 2026, .* \(limit: greater than 100\.4 °F\)$/m)
    await db
      .updateTable('entity')
      .set({ measures: JSON.stringify({ system: 'US' }), language: 'fr' })
      .where('id', '=', entity)
      .execute()
    // Within an hour people get two messages.
    await pass(61 * MINUTE)
    const allClear = mailsTo(german, american)
    await send(watched, 1)
    await allClear
    refusals = Number.POSITIVE_INFINITY
    await pass(61 * MINUTE)
    await send(watched, 50)
    assert.match((await newest(german)).body, /: temp war 122 °F am .*größer als 100,4 °F\)$/m)
    assert.match((await newest(american)).body, /: temp était à 122 °F le .*supérieur à 100,4 °F\)$/m)
    refusals = 0
  })
})
