import { connect, type Socket } from 'node:net'
import { login } from './frames.ts'

/** A tracker that is connected: the other end of our listener. */
export interface Tracker {
  readonly socket: Socket
  readonly send: (...bytes: Buffer[]) => void
  /** The next bytes that the portal sends; fewer only when it closes the connection before. */
  readonly read: (count: number) => Promise<Buffer>
  /** The next count of records that is answered; undefined when the connection ends without one. */
  readonly count: () => Promise<number | undefined>
  /** Resolves when the portal has ended the connection. */
  readonly closed: Promise<void>
}

export function openTracker(port: number): Tracker {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  let received = Buffer.alloc(0)
  let wake = Promise.withResolvers<void>()
  let isOver = false
  const notify = (): void => {
    wake.resolve()
    wake = Promise.withResolvers()
  }
  socket.on('data', (bytes) => {
    received = Buffer.concat([received, bytes])
    notify()
  })
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      isOver = true
      notify()
      resolve()
    })
  })
  const read = async (count: number): Promise<Buffer> => {
    while (received.length < count && !isOver) await wake.promise
    const taken = received.subarray(0, count)
    received = received.subarray(taken.length)
    return taken
  }
  return {
    socket,
    send: (...bytes) => void socket.write(Buffer.concat(bytes)),
    read,
    count: async () => {
      const answer = await read(4)
      return answer.length === 4 ? answer.readUInt32BE() : undefined
    },
    closed,
  }
}

/** A tracker that has signed in. */
export async function signIn(port: number, imei: string): Promise<Tracker> {
  const tracker = openTracker(port)
  tracker.send(login(imei))
  const answer = await tracker.read(1)
  if (answer[0] !== 1) throw new Error('the portal refused the tracker')
  return tracker
}
