import assert from 'node:assert/strict'
import { PassThrough, Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { DomainError } from '#platform/errors/domain-error.ts'
import { createPace, READING } from './pace.ts'
import { readBytes } from './read-bytes.ts'

const pace = createPace(READING)
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
      message: 'The body is larger than 2 KiB, the maximum here.',
    })
  })

  it('are refused as soon as there are more than were announced, and the rest is left', async () => {
    const body = many(100)

    await assert.rejects(readBytes(body, { announced: 0, limit: 2 * KIBIBYTE, pace }), { code: 'request/too-large' })
    assert.equal(body.destroyed, false)
  })

  it('that stop with their connection wait for a turn to be answered, as hundreds may stop at once', async () => {
    const body = new PassThrough()
    const turn = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    let isAnswered = false
    const answered = readBytes(body, {
      announced: 0,
      limit: KIBIBYTE,
      pace: () => {
        asked.resolve()
        return turn.promise
      },
    }).catch((error: unknown) => {
      isAnswered = true
      return error
    })

    body.destroy()
    await asked.promise
    await setImmediate()
    assert.equal(isAnswered, false)
    turn.resolve()

    assert.equal(((await answered) as DomainError).code, 'request/incomplete')
  })
})
