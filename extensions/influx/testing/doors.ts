import type { DoorUnderTest } from '@fieldwatch/e2e/doors/door-under-test'
import { type HttpDoor, postingTo } from '@fieldwatch/e2e/doors/http-doors'
import { type Answer, timeOf } from '@fieldwatch/e2e/doors/numbered-device'

/** Telegraf gives up what is answered with most other errors of the sender. */
const telegraf = (status: number): Answer => {
  if (status === 204) return 'accepted'
  return status >= 500 || status === 429 || status === 401 || status === 403 ? 'later' : 'dropped'
}
/** Its output for InfluxDB 1 gives up all of them. */
const telegraf1 = (status: number): Answer => {
  if (status === 204) return 'accepted'
  return status >= 500 ? 'later' : 'dropped'
}

const HTTP_DOORS: readonly HttpDoor[] = [
  {
    name: 'InfluxDB 1',
    rule: 'Telegraf: repeats after 5xx, drops after 4xx',
    source: 'm',
    field: 'n',
    batch: 100,
    retryMs: 1_000,
    write: ({ token }, numbers) => ({
      path: `/write?db=x&precision=ms&u=any&p=${token}`,
      body: numbers.map((n) => `m n=${n}i ${timeOf(n)}`).join('\n'),
    }),
    judge: telegraf1,
  },
  {
    name: 'InfluxDB 2',
    rule: 'Telegraf: repeats after 401, 403, 429 and 5xx, else drops',
    source: 'm',
    field: 'n',
    batch: 100,
    retryMs: 2_000,
    write: ({ programToken, dataID }, numbers) => ({
      path: '/api/v2/write?org=x&bucket=x&precision=ms',
      headers: { authorization: `Token ${programToken}`, 'content-type': 'text/plain; charset=utf-8' },
      body: numbers.map((n) => `m,unit=${dataID} n=${n}i ${timeOf(n)}`).join('\n'),
    }),
    judge: telegraf,
  },
]

export const DOORS: readonly DoorUnderTest[] = HTTP_DOORS.map(postingTo)
