import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A call that a network server got. */
export interface SeenCall {
  readonly method: string
  readonly path: string
  readonly authorization: string | undefined
  readonly body: CallBody
}

/** As the portal writes it. */
export interface CallBody {
  readonly downlinks?: readonly ThingsStackDownlink[]
  readonly queueItem?: { readonly fPort: number; readonly data: string; readonly confirmed: boolean }
}

interface ThingsStackDownlink {
  readonly f_port: number
  readonly frm_payload: string
  readonly confirmed: boolean
  readonly correlation_ids: readonly string[]
}

export interface Pushed {
  readonly path: string
  readonly reference: string
  readonly hex: string
  readonly port: number
  readonly confirmed: boolean
}

/** What is done with a push instead of taking it: it answers, or ends the connection. */
export type Misbehaviour = (response: ServerResponse, push: Pushed) => void

/**
 * A LoRaWAN network server in memory: the calls of The Things Stack v3 and of the REST API of ChirpStack v4 that the portal makes, with
 * their queues.
 */
export async function startFakeNetworkServer({ key }: { key: string }) {
  const seen: SeenCall[] = []
  const queue: Pushed[] = []
  const misbehaviours: Misbehaviour[] = []
  let ids = 0
  const server = createServer((request, response) => {
    void handle(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    /** What it has taken, in order. */
    queue,
    /** Answers the next push in another way. */
    misbehave: (misbehaviour: Misbehaviour): void => void misbehaviours.push(misbehaviour),
    close: async (): Promise<void> => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    const given = await text(request)
    const body = (given === '' ? {} : JSON.parse(given)) as CallBody
    const isThingsStack = path.startsWith('/api/v3/')
    const header = request.headers[isThingsStack ? 'authorization' : 'grpc-metadata-authorization']
    const authorization = typeof header === 'string' ? header : undefined
    seen.push({ method: request.method ?? '', path, authorization, body })
    if (authorization !== `Bearer ${key}`) return answer(response, 401, { code: 16, message: 'unauthenticated' })
    if (request.method === 'GET') return answer(response, 200, listOf(path, isThingsStack))
    const pushed = isThingsStack ? ofThingsStack(path, body) : ofChirpStack(path, body, `item-${(ids += 1)}`)
    const misbehaviour = misbehaviours.shift()
    if (misbehaviour !== undefined) return misbehaviour(response, pushed)
    queue.push(pushed)
    answer(response, 200, isThingsStack ? {} : { id: pushed.reference })
  }

  function listOf(path: string, isThingsStack: boolean): object {
    if (isThingsStack) {
      const items = queue.filter((one) => one.path === `${path}/push`)
      return { downlinks: items.map(({ reference }) => ({ correlation_ids: ['as:downlink:1', reference] })) }
    }
    const items = queue.filter((one) => one.path === path)
    return {
      totalCount: items.length,
      result: items.map(({ reference, hex, port: fPort }) => ({ id: reference, data: toBase64(hex), fPort })),
    }
  }
}

export function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function ofThingsStack(path: string, { downlinks = [] }: CallBody): Pushed {
  const [downlink] = downlinks
  if (downlink === undefined) throw new Error('there is no downlink')
  const { f_port: port, frm_payload: payload, confirmed, correlation_ids: ids } = downlink
  return { path, reference: ids[0] ?? '', hex: toHex(payload), port, confirmed }
}

function ofChirpStack(path: string, { queueItem }: CallBody, id: string): Pushed {
  if (queueItem === undefined) throw new Error('there is no queue item')
  return { path, reference: id, hex: toHex(queueItem.data), port: queueItem.fPort, confirmed: queueItem.confirmed }
}

function toHex(base64: string): string {
  return Buffer.from(base64, 'base64').toString('hex')
}

function toBase64(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64')
}
