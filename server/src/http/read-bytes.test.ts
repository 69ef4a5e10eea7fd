import assert from 'node:assert/strict'
import { PassThrough, Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { createPace } from './pace.ts'
import { dropRest, readBytes } from './read-bytes.ts'

const pace = createPace()
const KIBIBYTE = 1024
const many = (count: number) => Readable.from(Array.from({ length: count }, () => Buffer.alloc(KIBIBYTE, 'x')))

describe('the bytes of a body', () => {
  it('are read whole, as they were sent', async () => {
    const bytes = await readBytes(many(3), { announced: 3 * KIBIBYTE, limit: 3 * KIBIBYTE, pace })

    assert.equal(bytes.toString(), 'x'.repeat(3 * KIBIBYTE))
  })

  it('are refused unread when more of them are announced than there may be', async () => {
    const body = new PassThrough()

    await assert.rejects(readBytes(body, { announced: 3 * KIBIBYTE, limit: 2 * KIBIBYTE, pace }), {
      code: 'request/too-large',
      message: 'The body has more than 2 KiB, which is the most here.',
    })
  })

  it('are refused as soon as there are more than were announced, and the rest is left', async () => {
    const body = many(100)

    await assert.rejects(readBytes(body, { announced: 0, limit: 2 * KIBIBYTE, pace }), { code: 'request/too-large' })
    assert.equal(body.destroyed, false)
  })

  it('that nobody wants are dropped to the end', async () => {
    const body = many(100)
    const ended = new Promise((resolve) => {
      body.once('end', resolve)
    })

    dropRest(body, pace)

    await ended
  })
})
