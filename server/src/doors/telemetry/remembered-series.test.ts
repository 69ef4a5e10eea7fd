import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rememberSeries, type SeriesQuestion } from './remembered-series.ts'

const QUESTION: SeriesQuestion = {
  sourceKey: 1,
  from: 0,
  to: 1000,
  width: 10,
  fields: ['a'],
  mostRaw: undefined,
  lastReceivedAt: 500,
}

const stays = new AbortController().signal

/** Counts how often something is read. */
function createReading(size = 10) {
  let count = 0
  return {
    read: async () => ({
      body: { parts: [Buffer.alloc(size / 2, (count += 1))], length: size / 2, heldBytes: size },
      entityTag: `"${count}"`,
      complete: true,
    }),
    count: () => count,
  }
}

describe('remembered series', () => {
  it('are read once as long as nothing arrives', async () => {
    const { read, count } = createReading()
    const { answer } = rememberSeries({ clock: () => 0 })

    const first = await answer(QUESTION, read, stays)

    assert.deepEqual(await answer({ ...QUESTION }, read, stays), first)
    assert.equal(count(), 1)
    await answer({ ...QUESTION, lastReceivedAt: 501 }, read, stays)
    assert.equal(count(), 2)
  })

  it('are read for every other question', async () => {
    const { read, count } = createReading()
    const { answer } = rememberSeries({ clock: () => 0 })
    const others = [{ sourceKey: 2 }, { from: 1 }, { to: 999 }, { width: 11 }, { fields: ['a', 'b'] }, { fields: [] }]

    for (const other of [{}, ...others]) await answer({ ...QUESTION, ...other }, read, stays)

    assert.equal(count(), others.length + 1)
  })

  it('are shared by those who ask at once', async () => {
    const { read, count } = createReading()
    const { answer } = rememberSeries({ clock: () => 0 })

    await Promise.all([answer(QUESTION, read, stays), answer(QUESTION, read, stays)])

    assert.equal(count(), 1)
  })

  it('are read again after a minute, and after a failure', async () => {
    const { read, count } = createReading()
    let now = 0
    const { answer } = rememberSeries({ clock: () => now })

    await assert.rejects(
      answer(QUESTION, () => Promise.reject(new Error('not now')), stays),
      /not now/,
    )
    await answer(QUESTION, read, stays)
    now = 60_000
    await answer(QUESTION, read, stays)

    assert.equal(count(), 2)
  })

  it('are forgotten when others need the place, the least recently requested first', async () => {
    const { read, count } = createReading(40)
    const { answer } = rememberSeries({ clock: () => 0, mostBytes: 100 })
    const ask = (sourceKey: number) => answer({ ...QUESTION, sourceKey }, read, stays)

    await ask(1)
    await ask(2)
    await ask(1)
    await ask(3)
    assert.equal(count(), 3)
    await ask(1)
    await ask(3)
    assert.equal(count(), 3)
    await ask(2)

    assert.equal(count(), 4)
  })

  it('are not read to the end once all are gone who wait for them', async () => {
    const { answer } = rememberSeries({ clock: () => 0 })
    const [one, other] = [new AbortController(), new AbortController()]
    const signals: AbortSignal[] = []
    const read = (signal: AbortSignal) => {
      signals.push(signal)
      return new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    }
    const waiting = [answer(QUESTION, read, one.signal), answer(QUESTION, read, other.signal)]

    one.abort(new Error('first gone'))
    assert.equal(signals[0]?.aborted, false)
    other.abort(new Error('all gone'))

    for (const answered of waiting) await assert.rejects(answered, { message: 'all gone' })
    assert.equal(signals.length, 1)
  })
})
