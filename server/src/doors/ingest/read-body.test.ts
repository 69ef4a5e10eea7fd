import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { readBody } from './read-body.ts'

const LIMIT = 1000

describe('a body', () => {
  it('is read as it was sent, in any pieces, announced or not', async () => {
    const pieces = fc.array(fc.uint8Array({ minLength: 1, maxLength: 60 }), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(pieces, fc.boolean(), fc.boolean(), async (given, isAnnounced, areAlone) => {
        const sent = Buffer.concat(given)
        const chunks = given.map((piece) => (areAlone ? aloneIn(piece) : Buffer.from(piece)))

        const body = await readBody(Readable.from(chunks, { objectMode: false }), {
          announced: isAnnounced ? sent.length : undefined,
          limit: LIMIT,
        })

        assert.deepEqual(body, sent)
      }),
    )
  })

  it('keeps what came before an empty piece', async () => {
    const pieces = [Buffer.from('one'), Buffer.alloc(0), Buffer.from('two')]

    const body = await readBody(Readable.from(pieces), { announced: undefined, limit: LIMIT })

    assert.equal(body.toString(), 'onetwo')
  })

  it('gives back the memory of its pieces', async () => {
    const pieces = [aloneIn(Buffer.from('one')), aloneIn(Buffer.from('two'))]

    const body = await readBody(Readable.from(pieces), { announced: 6, limit: LIMIT })

    assert.equal(body.toString(), 'onetwo')
    assert.deepEqual(
      pieces.map(({ buffer }) => buffer.byteLength),
      [0, 0],
    )
  })

  it('takes memory as it arrives, whatever it announces', async () => {
    const mebibyte = 1024 * 1024
    const payload = new Readable({ read: () => {} })
    let held = 0
    const reading = readBody(payload, {
      announced: 16 * mebibyte,
      limit: 16 * mebibyte,
      hold: (bytes) => (held += bytes),
    })

    payload.push(Buffer.alloc(1000))
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(held, 64 * 1024)
    payload.push(Buffer.alloc(mebibyte))
    payload.push(null)

    assert.equal((await reading).length, mebibyte + 1000)
    assert.equal(held, 2 * (mebibyte + 1000))
  })

  it('that may not take any more fails with the reason', async () => {
    const full = new Error('full')
    const hold = (): never => {
      throw full
    }

    await assert.rejects(readBody(Readable.from([Buffer.alloc(3)]), { announced: 3, limit: LIMIT, hold }), full)
    await assert.rejects(readBody(Readable.from([Buffer.alloc(3)]), { announced: undefined, limit: LIMIT, hold }), full)
  })

  it('in one piece is not copied', async () => {
    const piece = aloneIn(Buffer.from('all'))

    assert.equal(await readBody(Readable.from([piece]), { announced: 3, limit: LIMIT }), piece)
  })

  for (const [what, announced] of [
    ['announces', LIMIT + 1],
    ['has', undefined],
  ] as const) {
    it(`that ${what} more than the limit is refused`, async () => {
      const payload = Readable.from([Buffer.alloc(LIMIT), Buffer.alloc(1)])

      await assert.rejects(readBody(payload, { announced, limit: LIMIT }), { code: 'request/too-large' })
    })
  }

  it('whose sender goes away is incomplete', async () => {
    const payload = new Readable({ read: () => {} })
    payload.push(Buffer.from('{"level"'))
    payload.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))

    await assert.rejects(readBody(payload, { announced: 20, limit: LIMIT }), { code: 'request/incomplete' })
  })

  it('whose stream breaks fails with what that says', async () => {
    const payload = new Readable({ read: () => {} })
    payload.push(Buffer.from('{"level"'))
    payload.destroy(new Error('aborted'))

    await assert.rejects(readBody(payload, { announced: 20, limit: LIMIT }), { message: 'aborted' })
  })
})

/** A buffer with memory of its own, as those from the network are. */
function aloneIn(bytes: Uint8Array): Buffer {
  const alone = Buffer.allocUnsafeSlow(bytes.length)
  alone.set(bytes)
  return alone
}
