import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createBodyDropper } from './drop-bodies.ts'
import { createPace, READING } from './pace.ts'

const pace = createPace(READING)
const KIBIBYTE = 1024

describe('the rest of a body whose request is answered', () => {
  it('is dropped piece by piece, each in its turn', async () => {
    const sent = 4 * 1024 * KIBIBYTE
    const turns: Promise<void>[] = []
    const dropped = Promise.withResolvers<number>()
    const dropRest = createBodyDropper(() => {
      const turn = pace()
      turns.push(turn)
      return turn
    })
    const refuse = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      request.once('end', () => dropped.resolve(turns.length))
      request.socket.once('close', () => dropped.resolve(turns.length))
      // All that is kept of it has arrived.
      while (request.readableLength <= request.readableHighWaterMark) await setImmediate()
      dropRest(request)
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

  it('is dropped for a few senders at once: the oldest of too many has its answer, and its connection ends', async () => {
    const dropRest = createBodyDropper(pace, 2)
    const server = createServer((request, response) => {
      dropRest(request)
      response.writeHead(401, { 'content-length': 2 }).end('no')
    })
    await once(server.listen(0), 'listening')
    const { port } = server.address() as AddressInfo
    const send = async () => {
      const socket = connect(port).setEncoding('utf8')
      socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n `)
      const [answer] = (await once(socket, 'data')) as [string]
      return { socket, status: answer.split('\r\n', 1)[0] }
    }

    const [oldest, second, third] = [await send(), await send(), await send()]
    const rest = await text(oldest.socket)

    assert.deepEqual(
      [oldest, second, third].map(({ status }) => status),
      Array(3).fill('HTTP/1.1 401 Unauthorized'),
    )
    assert.equal(rest, '')
    assert.deepEqual(
      [second, third].map(({ socket }) => socket.readableEnded),
      [false, false],
    )
    server.closeAllConnections()
    server.close()
  })
})
