import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { openHttpLane, parseReply, postRequest } from './http-lane.ts'

describe('the lean HTTP client', () => {
  it('sends one request after the other on one connection', async () => {
    let connections = 0
    const server = createServer((request, response) => {
      let body = ''
      request.setEncoding('utf8').on('data', (text: string) => (body += text))
      request.on('end', () => response.end(`${request.url} ${request.headers['authorization']} ${body}`))
    })
    server.on('connection', () => (connections += 1))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a?b=c`
    const lane = await openHttpLane(url)

    const first = await lane.send(postRequest(url, Buffer.from('one'), { authorization: 'Bearer x' }))
    const second = await lane.send(postRequest(url, Buffer.from('two'), { authorization: 'Bearer x' }))

    assert.deepEqual(first, { status: 200, body: '/a?b=c Bearer x one' })
    assert.deepEqual(second, { status: 200, body: '/a?b=c Bearer x two' })
    assert.equal(connections, 1)
    lane.close()
    server.close()
  })

  it('waits until a reply is whole', () => {
    const whole = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
    for (let length = 0; length < whole.length; length += 1) {
      assert.equal(parseReply(whole.subarray(0, length)), undefined)
    }
    assert.deepEqual(parseReply(whole), { reply: { status: 200, body: 'ok' }, length: whole.length })
  })

  it('takes a reply without content', () => {
    const reply = Buffer.from('HTTP/1.1 204 No Content\r\n\r\n')
    assert.deepEqual(parseReply(reply), { reply: { status: 204, body: '' }, length: reply.length })
  })
})
