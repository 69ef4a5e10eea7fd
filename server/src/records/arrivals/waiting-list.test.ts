import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createWaitingList } from './waiting-list.ts'

describe('a list of followers that wait', () => {
  it('hands them out in their order, each once', async () => {
    const list = createWaitingList()
    for (const id of ['3', '1', '3', '2']) list.add(id)
    assert.deepEqual([await list.take(), await list.take(), await list.take()], ['3', '1', '2'])
  })

  it('hands out first the one whose last turn is longest ago, and before it those that had none', async () => {
    const list = createWaitingList()
    const takeTurn = async () => {
      const id = await list.take()
      list.done(id ?? '', 'done')
      return id
    }
    list.add('rare')
    await takeTurn()
    for (const id of ['busy 1', 'busy 2']) list.add(id)
    for (let turn = 0; turn < 2; turn += 1) await takeTurn()

    for (const id of ['busy 2', 'busy 1', 'rare', 'new']) list.add(id)

    assert.deepEqual([await takeTurn(), await takeTurn()], ['new', 'rare'])
    list.add('busy 3')
    assert.deepEqual([await takeTurn(), await takeTurn(), await takeTurn()], ['busy 3', 'busy 1', 'busy 2'])
  })

  it('lets no follower wait longer than one step of each other one, however often those wait again', async () => {
    const list = createWaitingList()
    const busy = ['1', '2', '3', '4']
    for (const id of [...busy, 'patient']) list.add(id)
    for (let turn = 0; turn < 10; turn += 1) {
      const turns: string[] = []
      while (!turns.includes('patient')) {
        const id = (await list.take()) ?? ''
        turns.push(id)
        list.done(id, 'more')
        list.add(id)
        for (const other of busy) list.add(other)
      }
      assert.ok(turns.length <= busy.length + 1, turns.join())
    }
  })

  it('hands out several at once in that order, too', async () => {
    const list = createWaitingList()
    for (const id of ['1', '2', '3']) list.add(id)
    for (const id of [await list.take(), await list.take()]) list.done(id ?? '', 'done')
    for (const id of ['2', '1']) list.add(id)
    assert.deepEqual(list.takeMore(2), ['3', '1'])
  })

  it('hands out one that waits again only once no worker is at it', async () => {
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

  it('is at an end once nothing waits and no worker is busy', async () => {
    const list = createWaitingList()
    list.add('1')
    await list.take()
    const next = list.take()
    list.done('1', 'idle')
    assert.equal(await next, undefined)
  })

  it('hands out by kind, until no one waits who could become one of the other kind', async () => {
    const list = createWaitingList()
    for (const id of ['1', '2', '3']) list.add(id)
    const first = await list.take('shared')
    assert.equal(first, '1')
    assert.deepEqual(list.takeMore(5), ['2', '3'])
    const alone = list.take('alone')
    list.done('2', 'alone')
    assert.equal(await alone, '2')
    list.done('1', 'done')
    const waiting = list.take('shared')
    list.done('3', 'done')
    list.done('2', 'done')
    assert.equal(await waiting, undefined)
    list.add('2')
    assert.equal(await list.take('shared'), '2')
  })

  it('hands out nothing more once it is closed', async () => {
    const list = createWaitingList()
    list.add('1')
    const waiting = list.take('alone')
    list.close()
    assert.deepEqual([await waiting, await list.take()], [undefined, undefined])
  })
})
