import type { DoorUnderTest } from '@fieldwatch/e2e/doors/door-under-test'
import { type HttpDoor, postingTo } from '@fieldwatch/e2e/doors/http-doors'
import { timeOf } from '@fieldwatch/e2e/doors/numbered-device'

const JSON_TYPE = { 'content-type': 'application/json' }

const HTTP_DOORS: readonly HttpDoor[] = [
  {
    name: 'OsmAnd',
    rule: 'keeps and repeats until 2xx',
    source: 'osmand',
    field: 'n',
    batch: 1,
    retryMs: 1_000,
    write: ({ token }, [n = 0]) => ({
      path: `/api/v1/doors/osmand?id=${token}&lat=52&lon=13&timestamp=${timeOf(n)}&n=${n}`,
      body: '',
    }),
  },
  {
    name: 'OwnTracks',
    rule: 'keeps and repeats until 2xx',
    source: 'owntracks',
    field: 'n',
    batch: 1,
    retryMs: 1_000,
    write: ({ token, dataID }, [n = 0]) => ({
      path: '/api/v1/doors/owntracks',
      headers: { ...JSON_TYPE, authorization: `Basic ${Buffer.from(`${dataID}:${token}`).toString('base64')}` },
      body: JSON.stringify({ _type: 'location', lat: 52, lon: 13, tst: timeOf(n) / 1000, n }),
    }),
  },
]

export const DOORS: readonly DoorUnderTest[] = HTTP_DOORS.map(postingTo)

/** What a portal is started with so that its doors are open. */
export const SETTINGS = { FIELDWATCH_OSMAND_PORT: '0' }
