import { openTracker, type Tracker } from '../server/testing/open-tracker.ts'
import { buildPacket, bytes, login } from '../server/testing/frames.ts'
import type { DoorUnderTest } from '@fieldwatch/e2e/doors/door-under-test'
import { timeOf } from '@fieldwatch/e2e/doors/numbered-device'

const NUMBER_ID = 500
const CODEC_8_EXTENDED = 0x8e

/** Sends a packet again, by a new connection, until the count of its records is answered. */
const TRACKERS: DoorUnderTest = {
  name: 'Teltonika',
  rule: 'repeats the packet until its count is answered',
  source: 'teltonika',
  field: `io${NUMBER_ID}`,
  batch: 10,
  retryMs: 1_000,
  open: ({ imei }, { portal }) => {
    let tracker: Tracker | undefined
    return {
      send: async (numbers) => {
        tracker ??= await connect(portal.ports['teltonika'] ?? 0, imei)
        if (tracker === undefined) return 'later'
        tracker.send(
          buildPacket(
            numbers.map((number) => ({
              at: timeOf(isEvent(number) ? number - 1 : number),
              lat: 52,
              lon: 13,
              satellites: 7,
              io: { [NUMBER_ID]: bytes(4, number) },
            })),
            CODEC_8_EXTENDED,
          ),
        )
        if ((await tracker.count()) === numbers.length) return 'accepted'
        tracker.socket.destroy()
        tracker = undefined
        return 'later'
      },
      close: async () => void tracker?.socket.destroy(),
    }
  },
}

/** The first record of every second packet is of the moment of the last one of the packet before. */
function isEvent(number: number): boolean {
  return number % 20 === 10
}

async function connect(port: number, imei: string): Promise<Tracker | undefined> {
  const tracker = openTracker(port)
  tracker.send(login(imei))
  const [answer] = await tracker.read(1)
  if (answer === 1) return tracker
  tracker.socket.destroy()
  return undefined
}

export const DOORS: readonly DoorUnderTest[] = [TRACKERS]

/** What a portal is started with so that its doors are open. */
export const SETTINGS = { FIELDWATCH_TELTONIKA_PORT: '0' }
