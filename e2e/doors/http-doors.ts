import { packSeries } from '@fieldwatch/server/doors/prometheus/testing/write-request'
import type { DoorUnderTest, SendingUnit, Surroundings } from './door-under-test.ts'
import { type Answer, timeOf } from './numbered-device.ts'

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

const DOORS: readonly HttpDoor[] = [
  {
    name: 'Prometheus',
    rule: 'repeats after 5xx, drops after 4xx',
    source: 'm',
    field: 'value',
    batch: 100,
    retryMs: 1_000,
    write: ({ token }, numbers) => ({
      path: '/api/v1/doors/prometheus/write',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/x-protobuf',
        'content-encoding': 'snappy',
      },
      body: new Uint8Array(packSeries({ labels: { __name__: 'm' }, samples: numbers.map((n) => [n, timeOf(n)]) })),
    }),
    judge: (status) => (status < 300 ? 'accepted' : status >= 500 ? 'later' : 'dropped'),
  },
]

/** Doors whose senders post. */
export const HTTP_DOORS: readonly DoorUnderTest[] = DOORS.map(postingTo)

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
