import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listEventTags, setEventTag } from '@fieldwatch/contract/events/events'
import { restoreTemplate } from '@fieldwatch/contract/templates/template-versions'
import { getTemplate, putTemplate } from '@fieldwatch/contract/templates/templates'
import { at, createEventFleet } from './testing/event-fleet.ts'

const { call, ada, buildTemplate, build, add, pageOf, tag } = await createEventFleet()

describe('tags', () => {
  // spec 2-7-23
  it('are set, changed and removed on many occurrences, and suggested afterwards', async () => {
    const unit = await build()
    await add(unit)
    const tags = async () => (await pageOf(unit)).occurrences.map((one) => one.tag)
    const suggested = async (startsWith = '') =>
      (await call(listEventTags, { as: ada, query: { dataID: unit.dataId, name: 'Door_open', startsWith } })).body
        .details

    await tag(unit, [10, 20], 'visit')
    assert.deepEqual(await tags(), ['visit', 'visit'])
    await tag(unit, [20], 'Leak')
    assert.deepEqual(await tags(), ['visit', 'Leak'])
    assert.deepEqual(await suggested('le'), ['Leak'])
    await tag(unit, [10], '')
    assert.deepEqual(await tags(), [null, 'Leak'])
  })

  it('are set on all that a list shows, however many pages it has, and on nothing else', async () => {
    const unit = await build()
    await add(unit)
    const set = (all: object, text: string, more: object = {}) =>
      call(setEventTag, { as: ada, body: { dataID: unit.dataId, name: 'Door open', all, tag: text, ...more } })
    const tags = async () => (await pageOf(unit)).occurrences.map((one) => one.tag)

    await set({ startDate: at(15) }, 'late')
    assert.deepEqual(await tags(), [null, 'late'])
    await set({ tag: '' }, 'early')
    assert.deepEqual(await tags(), ['early', 'late'])
    await set({ text: 'LAT' }, 'seen')
    assert.deepEqual(await tags(), ['early', 'seen'])
    await set({}, '')
    assert.deepEqual(await tags(), [null, null])
    assert.equal((await set({ minDuration: 1e12 }, 'none')).failure.code, 'event/occurrence-not-found')
    assert.equal((await set({}, 'both', { eventStartUTC: [at(10)] })).failure.code, 'request/invalid')
  })

  it('are there again when the template goes back to a version that has the event table', async () => {
    const template = await buildTemplate()
    const unit = await build(template)
    await add(unit)
    await tag(unit, [10], 'delivery')
    const change = { templateID: template, template: { title: 'Pump', events: [] } }
    await call(putTemplate, { as: ada, body: change })

    const { status } = await call(restoreTemplate, { as: ada, params: { id: template }, body: { restore: 2 } })

    assert.equal(status, 200)
    const { body } = await call(getTemplate, { as: ada, params: { id: template } })
    assert.deepEqual(
      body.details.events?.map(({ title }) => title),
      ['Door open'],
    )
    assert.deepEqual(
      (await pageOf(unit)).occurrences.map((one) => one.tag),
      ['delivery', null],
    )
  })

  it('of occurrences that are gone are published', async () => {
    const unit = await build()
    await add(unit)

    const some = await tag(unit, [10, 11], 'visit')
    const none = await tag(unit, [11], 'visit')

    assert.deepEqual([some.body.status, some.body.message], ['partial_success', '1 of the events no longer exists.'])
    assert.deepEqual([none.status, none.failure.code], [404, 'event/occurrence-not-found'])
  })
})
