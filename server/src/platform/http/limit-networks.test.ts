import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { after, describe, it } from 'node:test'
import { limitConnections } from './limit-networks.ts'

const server = createServer((_request, response) => response.end('ok'))
limitConnections(server, 2)
server.listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => {
  server.closeAllConnections()
  server.close()
})
const { port } = server.address() as AddressInfo

async function open(from: string) {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from }).on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** What a connection answers; nothing when it has ended. */
async function ask(socket: Awaited<ReturnType<typeof open>>): Promise<string> {
  if (socket.closed) return ''
  const answered = Promise.race([once(socket, 'data'), once(socket, 'close')])
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  const [data] = await answered
  return data instanceof Buffer ? data.toString().slice(0, 15) : ''
}

describe('the HTTP connections of one address', () => {
  it('are bounded, and make room when they end', async () => {
    const [first, second, third] = [await open('127.0.0.1'), await open('127.0.0.1'), await open('127.0.0.1')]
    const other = await open('127.0.0.2')

    const answers = [await ask(first), await ask(second), await ask(third), await ask(other)]
    first.destroy()
    await once(first, 'close')
    while ((await ask(await open('127.0.0.1'))) === '');

    assert.deepEqual(answers, ['HTTP/1.1 200 OK', 'HTTP/1.1 200 OK', '', 'HTTP/1.1 200 OK'])
  })
})
