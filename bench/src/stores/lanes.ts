import { type HttpLane, type HttpReply, openHttpLane } from '../transport/http-lane.ts'

/** Kept connections to one server, opened as they are needed. */
export interface Lanes {
  send(request: Buffer): Promise<HttpReply>
  close(): void
}

export function createLanes(url: string): Lanes {
  const free: HttpLane[] = []
  const all: HttpLane[] = []
  // A server closes a connection that nothing used for a while.
  const takeOpen = (): HttpLane | undefined => {
    for (let lane = free.pop(); lane !== undefined; lane = free.pop()) if (lane.open) return lane
    return undefined
  }
  return {
    send: async (request) => {
      let lane = takeOpen()
      if (lane === undefined) all.push((lane = await openHttpLane(url)))
      const reply = await lane.send(request)
      free.push(lane)
      return reply
    },
    close: () => {
      for (const lane of all) lane.close()
    },
  }
}
