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

  it('whose sender goes away fails with what the stream says', async () => {
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
