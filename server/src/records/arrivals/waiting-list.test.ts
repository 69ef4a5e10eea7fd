import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createWaitingList } from './waiting-list.ts'

describe('a list of followers that wait', () => {
  it('hands them out in their order, each once', async () => {
    const list = createWaitingList()
    for (const id of ['3', '1', '3', '2']) list.add(id)
    assert.deepEqual([await list.take(), await list.take(), await list.take()], ['3', '1', '2'])
  })

  it('hands out one that waits again only once nobody is at it', async () => {
    const list = createWaitingList()
    list.add('1')
    await list.take()
    list.add('1')
    const again = list.take()
    list.add('2')
    assert.equal(await list.take(), '2')
    list.done('1', 'done')
    assert.equal(await again, '1')
  })

  it('hands out those that take many steps one at a time, and the others beside them', async () => {
    const list = createWaitingList()
    for (const id of ['1', '2']) list.add(id)
    for (const id of [await list.take(), await list.take()]) list.done(id ?? '', 'more')
    assert.equal(await list.take(), '1')
    list.add('3')
    assert.equal(await list.take(), '3')
    const next = list.take()
    list.done('1', 'done')
    assert.equal(await next, '2')
  })

  it('is at an end once nothing waits and nobody is at anything', async () => {
    const list = createWaitingList()
    list.add('1')
    await list.take()
    const next = list.take()
    list.done('1', 'idle')
    assert.equal(await next, undefined)
  })
})
