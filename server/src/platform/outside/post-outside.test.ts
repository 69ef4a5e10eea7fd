import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { inEnglish } from '#platform/errors/domain-error.ts'
import { postOutside } from './post-outside.ts'
import { NO_NETWORKS, readNetworks } from './open-networks.ts'

let answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => response.end()
let asked = 0
const server = createServer((request, response) => {
  asked += 1
  answer(request, response)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => {
  server.closeAllConnections()
  server.close()
})
const { port } = server.address() as AddressInfo
const loopback = readNetworks('127.0.0.0/8 ::1')

const post = (url: string, { networks = loopback, timeoutMs = 60_000 } = {}) =>
  postOutside({ url, body: '{}', headers: {}, networks, timeoutMs })
const reasonOf = (trying: Promise<unknown>) =>
  trying.then(
    () => 'taken',
    (error: Error) => `${error.name}: ${inEnglish(error.message)}`,
  )

describe('posting to an address', () => {
  it('follows no redirect', async () => {
    asked = 0
    answer = (_request, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${port}/other` }).end('elsewhere')

    const { status, text } = await post(`http://127.0.0.1:${port}/`)

    assert.deepEqual([status, text, asked], [307, 'elsewhere', 1])
  })

  it('reads no more of an endless answer than it shows', async () => {
    let written = 0
    const closed = Promise.withResolvers<void>()
    answer = (_request, response) => {
      const write = (): void => {
        while (!response.destroyed && written < 1e9) {
          written += 65_536
          if (!response.write('a\u0000\n'.repeat(20_000))) {
            response.once('drain', write)
            return
          }
        }
      }
      response.once('close', closed.resolve)
      write()
    }

    const { status, text } = await post(`http://127.0.0.1:${port}/`)
    await closed.promise

    assert.deepEqual([status, text.length, /\p{C}/u.test(text)], [200, 200, false])
    assert.ok(written < 1e9)
  })

  it('gives up one that does not answer, or that answers without an end', async () => {
    answer = () => undefined
    const silent = await reasonOf(post(`http://127.0.0.1:${port}/`, { timeoutMs: 100 }))
    answer = (_request, response) => void response.write('x')
    const endless = await reasonOf(post(`http://127.0.0.1:${port}/`, { timeoutMs: 100 }))

    assert.deepEqual([silent, endless], Array(2).fill('Unreached: The receiver did not answer within 1 second.'))
  })

  it('says what is wrong with a connection in words', async () => {
    const free = createServer().listen(0, '127.0.0.1')
    await once(free, 'listening')
    const { port: closed } = free.address() as AddressInfo
    await new Promise((resolve) => free.close(resolve))
    answer = (request) => request.socket.destroy()

    assert.deepEqual(
      [await reasonOf(post(`http://127.0.0.1:${closed}/`)), await reasonOf(post(`http://127.0.0.1:${port}/`))],
      [
        'Unreached: The receiver refuses the connection.',
        'Unreached: The receiver closed the connection without an answer.',
      ],
    )
  })

  it('does not connect to an address that is not public, by number or by name', async () => {
    asked = 0
    const networks = NO_NETWORKS
    const reasons = [
      await reasonOf(post(`http://127.0.0.1:${port}/`, { networks })),
      await reasonOf(post(`http://[::ffff:127.0.0.1]:${port}/`, { networks })),
      await reasonOf(post(`http://localhost:${port}/`, { networks })),
      await reasonOf(post(`https://localhost:${port}/`, { networks })),
    ]

    assert.deepEqual(
      new Set(reasons),
      new Set(['Unreached: This address is not public, and this portal does not connect to other addresses.']),
    )
    assert.equal(asked, 0)
  })

  it('reaches by a name what the setting lists, and asks of what is public that it has https', async () => {
    answer = (_request, response) => response.end('ok')

    assert.equal((await post(`http://localhost:${port}/`)).status, 200)
    assert.equal(
      await reasonOf(post('http://192.0.9.1/', { networks: loopback, timeoutMs: 100 })),
      'Unreached: A public address needs https or mqtts.',
    )
  })
})
