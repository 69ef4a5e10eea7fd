import { setImmediate } from 'node:timers/promises'
import type { HttpAnswer } from './answer-parser.ts'
import { getRequest, type HttpLane, openHttpLane } from './http-lane.ts'

/** Shorter than the idle timeout of any server. */
const QUIET_MS = 1_000

/** Lets the event loop report connections that were closed during a long task. */
async function hearOfClosed(): Promise<void> {
  await setImmediate()
  await setImmediate()
}

/** Kept connections to one server, opened as they are needed. */
export interface Lanes {
  send(request: Buffer): Promise<HttpAnswer>
  /** The body at an address. @throws Error with it when the server refused */
  read(url: string): Promise<Buffer>
  close(): void
}

export function createLanes(url: string): Lanes {
  const free: HttpLane[] = []
  const all: HttpLane[] = []
  let lastUsed = performance.now()
  return {
    send,
    read: async (address) => {
      const { status, body } = await send(getRequest(address))
      if (status !== 200) throw new Error(`${address}: ${status} ${body.toString()}`)
      return body
    },
    close: () => {
      for (const lane of all) lane.close()
    },
  }

  async function send(request: Buffer): Promise<HttpAnswer> {
    if (performance.now() - lastUsed > QUIET_MS) await hearOfClosed()
    let lane = takeOpen()
    if (lane === undefined) all.push((lane = await openHttpLane(url)))
    const answer = await lane.send(request)
    lastUsed = performance.now()
    free.push(lane)
    return answer
  }

  /** Skips connections that the server has closed. */
  function takeOpen(): HttpLane | undefined {
    for (let lane = free.pop(); lane !== undefined; lane = free.pop()) if (lane.open) return lane
    return undefined
  }
}
