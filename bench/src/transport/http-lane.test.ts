import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { getRequest, openHttpLane, postRequest } from './http-lane.ts'
import { createLanes } from './lanes.ts'

/** Longer than what is read at a time, and in chunks: it has no length. */
const LONG = 'a'.repeat(1_000_000)

let connections = 0
const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (text: string) => (body += text))
  request.on('end', () => {
    response.statusCode = request.url === '/refused' ? 403 : 200
    if (request.url === '/last') response.setHeader('connection', 'close')
    if (request.url === '/long') response.write(LONG)
    response.end(`${request.method} ${request.url} ${String(request.headers['x-asked'])} ${body}`)
  })
})
server.on('connection', () => (connections += 1))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => {
  server.closeAllConnections()
  server.close()
})
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

describe('the lean HTTP client', () => {
  it('sends one request after the other on one connection', async () => {
    const before = connections
    const lane = await openHttpLane(url)

    const first = await lane.send(postRequest(`${url}/a?b=c`, Buffer.from('one'), { 'x-asked': 'this' }))
    const second = await lane.send(getRequest(`${url}/long`))
    const third = await lane.send(postRequest(`${url}/`, Buffer.from('three')))

    assert.deepEqual([first.status, first.body.toString()], [200, 'POST /a?b=c this one'])
    assert.equal(second.body.toString(), `${LONG}GET /long undefined `)
    assert.equal(third.body.toString(), 'POST / undefined three')
    assert.equal(connections, before + 1)
    lane.close()
  })

  it('keeps as many connections as it needs at a time', async () => {
    const before = connections
    const lanes = createLanes(url)

    const bodies = await Promise.all([lanes.read(`${url}/a`), lanes.read(`${url}/b`)])
    bodies.push(await lanes.read(`${url}/c`))

    assert.deepEqual(
      bodies.map((body) => body.toString()),
      ['GET /a undefined ', 'GET /b undefined ', 'GET /c undefined '],
    )
    assert.equal(connections, before + 2)
    lanes.close()
  })

  it('leaves a connection that the server is about to close', async () => {
    const before = connections
    const lanes = createLanes(url)

    await lanes.read(`${url}/last`)
    await lanes.read(`${url}/next`)

    assert.equal(connections, before + 2)
    lanes.close()
  })

  it('says what a server answers that refuses', async () => {
    const lanes = createLanes(url)

    await assert.rejects(lanes.read(`${url}/refused`), /403 GET/)
    lanes.close()
  })

  it('fails when no server answers', async () => {
    await assert.rejects(openHttpLane('http://127.0.0.1:1'), { code: 'ECONNREFUSED' })
  })
})
