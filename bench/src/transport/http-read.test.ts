import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { httpRead, readText } from './http-read.ts'

const PARTS = ['a'.repeat(100_000), 'b']

const server = createServer((request, response) => {
  response.statusCode = request.url === '/refused' ? 403 : 200
  response.setHeader('x-told', String(request.headers['x-asked']))
  for (const part of PARTS) response.write(part)
  response.end()
}).listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => {
  server.closeAllConnections()
  server.close()
})
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

describe('reading by HTTP', () => {
  it('gives status, headers and the whole body', async () => {
    const { status, headers, body } = await httpRead(url, { 'x-asked': 'this' })

    assert.equal(status, 200)
    assert.equal(headers['x-told'], 'this')
    assert.equal(body.toString(), PARTS.join(''))
  })

  it('of a text fails with what a server says that refuses', async () => {
    assert.equal(await readText(url), PARTS.join(''))
    await assert.rejects(readText(`${url}/refused`), /403 a/)
  })

  it('fails when nobody is there', async () => {
    await assert.rejects(httpRead('http://127.0.0.1:1'), { code: 'ECONNREFUSED' })
  })
})
