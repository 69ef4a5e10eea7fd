import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request as ask, type Server, type ServerResponse } from 'node:http'
import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

/** A proxy in front of the bucket. */
export interface Door {
  /** Connections are ended. */
  isClosed: boolean
  /** Each third request is answered with 503. */
  failsEveryThird: boolean
  /** Objects are refused, as by a full disk. */
  isFull: boolean
  /** How long a request waits. */
  delayMs: number
  /** The requests that came, by method. */
  readonly requests: string[]
  /** Emits `request` when one comes. */
  readonly arrivals: EventEmitter
}

/** An S3 service of a package, in a folder that `close` removes, with a door before it that a test can shut. */
export async function startBucketServer() {
  const directory = await mkdtemp(join(tmpdir(), 'fieldwatch-bucket-'))
  const service = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'history' }],
  })
  const { port } = await service.run()
  const door: Door = {
    isClosed: false,
    failsEveryThird: false,
    isFull: false,
    delayMs: 0,
    requests: [],
    arrivals: new EventEmitter(),
  }
  const proxy = createDoor(door, port)
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    door,
    settings: {
      endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      bucket: 'history',
      prefix: 'portal/',
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      pathStyle: true,
      afterDays: 30,
      keepDays: 35,
      cacheBytes: 2 ** 21,
    },
    close: async () => {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
      await service.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function createDoor(door: Door, port: number): Server {
  return createServer((request, response) => {
    door.requests.push(request.method ?? '')
    door.arrivals.emit('request')
    if (door.isClosed) request.socket.destroy()
    else if (door.failsEveryThird && door.requests.length % 3 === 0) response.writeHead(503).end()
    else if (door.isFull && request.method === 'PUT') response.writeHead(507).end()
    else setTimeout(() => pass(request, response, port), door.delayMs)
  })
}

function pass(request: IncomingMessage, response: ServerResponse, port: number): void {
  const { method, url, headers } = request
  const passed = ask({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.pipe(response)
  })
  passed.on('error', () => response.destroy())
  request.pipe(passed)
}
