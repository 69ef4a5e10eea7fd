import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createEvent, removeEvent } from '@fieldwatch/contract/events/events'
import { nameOfEvent } from '@fieldwatch/contract/events/event-columns'
import type { TemplateId } from '@fieldwatch/contract/api/ids'
import { getTemplate, putTemplate } from '@fieldwatch/contract/templates/templates'
import { createTemplateStore } from '#fleet/templates/template-store.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import type { BuiltUnit } from '#testing/build-unit.ts'
import { createEventStore } from './event-store.ts'
import { HOT, SHORT, ENTRY, starts, createEventFleet } from './testing/event-fleet.ts'

const {
  database,
  db,
  call,
  signInAs,
  events,
  eventTables,
  ada,
  isWaitingForLock,
  buildTemplate,
  build,
  add,
  pageOf,
  tablesOf,
} = await createEventFleet()

describe('a template with event tables', () => {
  // spec 1-3-31, 2-3-01, 2-3-10
  it('keeps events, columns and reports, and refuses what it does not know', async () => {
    const templateID = await buildTemplate()
    const template = {
      title: 'Pump',
      events: [{ title: 'Door open', type: 'event' as const, columns: ['tag', 'startUTC'] }],
      columns: ['startUTC', 'endUTC'],
      reports: {
        short: { ...SHORT, columns: [...SHORT.columns], values: [...SHORT.values], formats: [...SHORT.formats] },
      },
    }

    const { status } = await call(putTemplate, { as: ada, body: { templateID, template } })
    const { body } = await call(getTemplate, { as: ada, params: { id: templateID } })
    const { failure } = await call(putTemplate, {
      as: ada,
      body: { templateID, template: { ...template, event: [] } as never },
    })

    assert.equal(status, 200)
    const { events: kept, columns, reports } = body.details
    assert.deepEqual({ title: 'Pump', events: kept, columns, reports }, template)
    assert.equal(failure.message, 'Unknown field: event.')
  })

  // spec 2-7-20
  it('gets an entry with a new table, and gives the table to units that share it', async () => {
    const template = await buildTemplate()
    const [one, other] = [await build(template), await build(template)]
    assert.equal(await add(one), 'success')

    const { body } = await call(getTemplate, { as: ada, params: { id: template } })
    assert.deepEqual(body.details.events, [ENTRY])
    await eventTables.run()
    await events.run()
    assert.deepEqual(starts(await pageOf(other)), [10, 20])
    const entries = await db
      .selectFrom('auditLog')
      .select(['action', 'userId'])
      .where('subjectId', '=', `${other.dataId}/Door_open`)
      .execute()
    assert.deepEqual(entries, [{ action: 'create event table', userId: null }])
  })

  // spec 2-7-20
  it('that takes no other entry is left as it is, and the answer is a partial success', async () => {
    const events = Array.from({ length: 100 }, (_, index) => ({ title: `Table ${index}`, type: 'event' as const }))
    const unit = await build(await buildTemplate({ events }))

    assert.equal(await add(unit), 'partial_success')
    assert.equal((await tablesOf(unit.dataId)).length, 1)
  })

  it('gives its tables to a unit that is new, or that shows it from now on', async () => {
    const template = await buildTemplate()
    await add(await build(template))
    const [late, other] = [await build(template), await build()]

    await createUnitStore(db).setDefaultTemplate(other.dataId, template)
    await eventTables.run()

    for (const { dataId } of [late, other])
      assert.deepEqual(
        (await tablesOf(dataId)).map(({ name }) => name),
        ['Door_open'],
      )
  })

  it('gives a condition to units that have its entry without one', async () => {
    const template = await buildTemplate({ events: [{ title: 'Door open', type: 'event' }] })
    const [one, other] = [await build(template), await build(template)]
    await eventTables.run()

    await add(one)
    await eventTables.run()

    assert.deepEqual(
      (await tablesOf(other.dataId)).map(({ name }) => name),
      ['Door_open'],
    )
  })

  it('gives a table that the template gets while the worker reads it', async () => {
    const template = await buildTemplate()
    const { dataId } = await build(template)
    await createUnitStore(db).setDefaultTemplate(dataId, template)

    const change = await database.background.db.transaction().execute(async (tx) => {
      await createEventStore(tx).takeDue(dataId)
      let isDone = false
      const changing = createTemplateStore(db)
        .setDefinition(template, { title: 'Pump', events: [{ ...ENTRY, type: 'event' }] })
        .then(() => (isDone = true))
      while (!isDone && !(await isWaitingForLock())) await setImmediate()
      return { changing }
    })
    await change.changing

    const { eventTablesDue: isDue } = await db
      .selectFrom('unit')
      .select('eventTablesDue')
      .where('dataId', '=', dataId)
      .executeTakeFirstOrThrow()
    assert.equal(isDue, true)
  })

  // spec 2-7-21
  it('loses the entry with the last table, and does not bring back what was removed from a unit', async () => {
    const template = await buildTemplate()
    const [one, other] = [await build(template), await build(template)]
    await add(one)
    await eventTables.run()
    const entries = async () => (await call(getTemplate, { as: ada, params: { id: template } })).body.details.events
    const remove = ({ dataId }: BuiltUnit) =>
      call(removeEvent, { as: ada, body: { dataID: dataId, name: 'Door_open' } })

    assert.equal((await remove(one)).body.status, 'success')
    await createUnitStore(db).setDefaultTemplate(one.dataId, template)
    await eventTables.run()
    assert.deepEqual(await tablesOf(one.dataId), [])
    assert.equal((await entries())?.length, 1)
    assert.equal((await remove(other)).body.status, 'success')
    assert.deepEqual(await entries(), [])
  })

  it('gets and loses all entries of tables that people add to and remove from its units at once', async () => {
    const template = await buildTemplate()
    const units = await Promise.all(Array.from({ length: 4 }, () => build(template)))
    const named = units.map(({ dataId: dataID }, index) => ({ dataID, name: `Door ${index}` }))
    const entries = async () =>
      (await call(getTemplate, { as: ada, params: { id: template } })).body.details.events ?? []

    const added = await Promise.all(named.map((one) => call(createEvent, { as: ada, body: { ...HOT, ...one } })))
    assert.deepEqual(new Set(added.map(({ body }) => body.status)), new Set(['success']))
    assert.deepEqual(
      (await entries()).map(({ title }) => title).toSorted(),
      named.map(({ name }) => name),
    )

    await eventTables.run()
    const all = units.flatMap(({ dataId: dataID }) => named.map(({ name }) => ({ dataID, name: nameOfEvent(name) })))
    const removed = await Promise.all(all.map((one) => call(removeEvent, { as: ada, body: one })))
    assert.deepEqual(new Set(removed.map(({ body }) => body.status)), new Set(['success']))
    assert.deepEqual(await entries(), [])
  })

  // spec 2-7-21
  it('that cannot be changed keeps the entry of a removed table, and the answer is a partial success', async () => {
    // Of before: more entries than a template may have today.
    const titles = ['Door open', ...Array.from({ length: 101 }, (_, index) => `Table ${index}`)]
    const events = titles.map((title) => ({ title, type: 'event' as const }))
    const template = await buildTemplate()
    const unit = await build(template)
    const { dataId: dataID } = unit
    await add(unit)
    await createTemplateStore(db).setDefinition(template, { title: 'Pump', events })

    const { body } = await call(removeEvent, { as: ada, body: { dataID, name: 'Door_open' } })

    assert.equal(body.status, 'partial_success')
    assert.deepEqual(await tablesOf(dataID), [])
    const stored = await db.selectFrom('template').select('definition').where('id', '=', template).executeTakeFirst()
    assert.equal(stored?.definition.events?.length, titles.length)
  })

  it('of another entity is left alone: the unit gets its own copy', async () => {
    const elsewhere = await signInAs()
    const id = 'template-elsewhere' as TemplateId
    await createTemplateStore(db).create({ id, entityId: elsewhere.entity, definition: { title: 'Theirs' } })
    const unit = await build(id)
    await add(unit)

    const { customTemplate: own } = await db
      .selectFrom('unit')
      .select('customTemplate')
      .where('dataId', '=', unit.dataId)
      .executeTakeFirstOrThrow()
    assert.ok(own !== null)
    const { body } = await call(getTemplate, { as: ada, params: { id: own } })
    assert.deepEqual(body.details.events, [ENTRY])
  })
})
