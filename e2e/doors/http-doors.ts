import type { DoorUnderTest, SendingUnit, Surroundings } from './door-under-test.ts'
import type { Answer } from './numbered-device.ts'

type Given = SendingUnit & Surroundings

/** A request with the records of some numbers. */
interface Sent {
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer>
}

export interface HttpDoor extends Omit<DoorUnderTest, 'open'> {
  readonly write: (given: Given, numbers: readonly number[]) => Sent
  readonly judge?: (status: number) => Answer
}

/** How long network servers wait. */
const PATIENCE_MS = 5_000

const anySuccess = (status: number): Answer => (status >= 200 && status < 300 ? 'accepted' : 'later')

/** A door whose senders post. */
export function postingTo({ write, judge = anySuccess, ...door }: HttpDoor): DoorUnderTest {
  return {
    ...door,
    open: (unit, around) => ({
      send: async (numbers) => {
        const { path, headers = {}, body } = write({ ...unit, ...around }, numbers)
        try {
          const signal = AbortSignal.timeout(PATIENCE_MS)
          const response = await fetch(around.portal.url + path, { method: 'POST', headers, body, signal })
          await response.arrayBuffer()
          return judge(response.status)
        } catch {
          return 'later'
        }
      },
    }),
  }
}
