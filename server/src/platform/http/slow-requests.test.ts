import assert from 'node:assert/strict'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, describe, it } from 'node:test'
import { sentenceOfCode } from '@fieldwatch/messages/server-sentences'
import { inEnglish } from '#platform/errors/domain-error.ts'
import { buildApp } from '#app.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { silentLog } from '#testing/test-database.ts'

const longPoll = Promise.withResolvers<void>()
const app = await buildApp({
  authenticator: {
    authenticate: () => Promise.reject(new Error('there is no sign-in here')),
    reload: async (caller) => caller,
  },
  metrics: createMetrics(),
  log: silentLog,
  trustProxy: false,
  arrival: { headMs: 100, requestMs: 200, checkMs: 20 },
  mapOrigins: [],
  googleMaps: false,
  frameOrigins: () => [],
  register: (routes) => {
    routes.post('/echo', async ({ body }) => body)
    routes.get('/held', async () => {
      await longPoll.promise
      return { held: true }
    })
    routes.get('/stream', (_request, reply) => {
      reply.hijack()
      reply.raw.writeHead(200, { 'content-type': 'text/event-stream' })
      reply.raw.write(': open\n\n')
      void longPoll.promise.then(() => reply.raw.end(': end\n\n'))
    })
  },
})
await app.listen({ host: '127.0.0.1', port: 0 })
after(() => app.close())

function open(text: string): Socket {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(text)
  return socket
}

/** All that comes until the connection ends. */
async function answerOf(socket: Socket): Promise<string> {
  let text = ''
  for await (const bytes of socket.setEncoding('utf8')) text += String(bytes)
  return text
}

const TYPED = 'content-type: application/json\r\ncontent-length: 100\r\n\r\n'

describe('a request that does not arrive in time', () => {
  for (const [what, sent] of [
    ['has a body that never ends', `POST /echo HTTP/1.1\r\nhost: x\r\n${TYPED}{"a`],
    ['has a head that never ends', 'GET /echo HTTP/1.1\r\nhost:'],
    ['never begins', ''],
  ] as const) {
    it(`is answered and ended when it ${what}`, async () => {
      const answer = await answerOf(open(sent))

      assert.match(answer, /^HTTP\/1\.1 408 /)
      assert.equal(JSON.parse(answer.split('\r\n\r\n')[1] ?? '').message, inEnglish(sentenceOfCode('request/timeout')))
    })
  }

  it('is ended, while long polls and streams that arrived and wait stay open', async () => {
    const held = answerOf(open('GET /held HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'))
    const stream = answerOf(open('GET /stream HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'))

    await answerOf(open(`POST /echo HTTP/1.1\r\nhost: x\r\n${TYPED}{"a`))
    await answerOf(open(`POST /echo HTTP/1.1\r\nhost: x\r\n${TYPED}{"a`))
    longPoll.resolve()

    assert.match(await held, /"held":true/)
    assert.match(await stream, /: end/)
  })
})

describe('what is no request', () => {
  it('is answered with a sentence', async () => {
    const nonsense = await answerOf(open('nonsense\r\n\r\n'))
    const long = await answerOf(open(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`))

    assert.match(nonsense, /^HTTP\/1\.1 400 .*request\/invalid/s)
    assert.match(long, /^HTTP\/1\.1 431 .*longer than 16 KiB/s)
  })
})
