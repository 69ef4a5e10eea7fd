import assert from 'node:assert/strict'
import { createServer, get, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { openSseConnection } from './sse-connection.ts'

const left = Promise.withResolvers<ServerResponse>()
const server = createServer((_request, response) => {
  response.once('close', () => left.resolve(response))
  asked.resolve()
})
const asked = Promise.withResolvers<void>()
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve)
})
after(() => server.close())

describe('a stream', () => {
  it('ends at once when its reader left before it began', async () => {
    const { port } = server.address() as AddressInfo
    const request = get({ host: '127.0.0.1', port })
    request.on('error', () => undefined)
    await asked.promise
    request.destroy()
    const response = await left.promise

    const ended = Promise.withResolvers<void>()
    const connection = openSseConnection(response, {}, ended.resolve)
    await ended.promise

    assert.equal(connection.closed, true)
  })
})
