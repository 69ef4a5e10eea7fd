import type { DoorUnderTest } from '@fieldwatch/e2e/doors/door-under-test'
import { type HttpDoor, postingTo } from '@fieldwatch/e2e/doors/http-doors'
import { timeOf } from '@fieldwatch/e2e/doors/numbered-device'
import { packSeries } from '../server/testing/write-request.ts'

const HTTP_DOORS: readonly HttpDoor[] = [
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

export const DOORS: readonly DoorUnderTest[] = HTTP_DOORS.map(postingTo)
