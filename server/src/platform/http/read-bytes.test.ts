import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { DomainError } from '#platform/errors/domain-error.ts'
import { createPace, READING } from './pace.ts'
import { dropRest, readBytes } from './read-bytes.ts'

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

  it('that no handler reads are dropped to the end', async () => {
    const body = many(100)
    const ended = new Promise((resolve) => {
      body.once('end', resolve)
    })

    dropRest(body, pace)

    await ended
  })

  it('that no handler reads are limited, piece by piece, though their request is answered', async () => {
    const sent = 4 * 1024 * KIBIBYTE
    const turns: Promise<void>[] = []
    const dropped = Promise.withResolvers<number>()
    const refuse = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      request.once('end', () => dropped.resolve(turns.length))
      request.socket.once('close', () => dropped.resolve(turns.length))
      // All that is kept of it has arrived.
      while (request.readableLength <= request.readableHighWaterMark) await setImmediate()
      dropRest(request, () => {
        const turn = pace()
        turns.push(turn)
        return turn
      })
      response.writeHead(429).end()
    }
    const server = createServer((request, response) => void refuse(request, response))
    await once(server.listen(0), 'listening')
    const { port } = server.address() as AddressInfo

    const sending = request({ port, method: 'POST', headers: { connection: 'keep-alive' } })
    const whole = once(sending.end(Buffer.alloc(sent)), 'finish')
    const [answer] = (await once(sending, 'response')) as [IncomingMessage]
    await whole
    sending.destroy()
    const count = await dropped.promise

    assert.equal(answer.statusCode, 429)
    // A piece has 64 KiB at most, and two may be there at once.
    assert.ok(count >= sent / (128 * KIBIBYTE), `${count} turns`)
    server.close()
  })
})
