import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Request } from '@fieldwatch/server/testing/access-rows'

export const PROGRAM_REQUESTS: Readonly<Record<string, (unit: DataId) => Request>> = {
  'GET /doors/osmand': (unit) => ({ path: `/doors/osmand?id=${unit}&lat=1&lon=2` }),
  'POST /doors/osmand': (unit) => ({ path: `/doors/osmand?id=${unit}&lat=1&lon=2` }),
  'POST /doors/owntracks': (unit) => ({
    path: `/doors/owntracks?u=${unit}`,
    body: { _type: 'location', lat: 1, lon: 2 },
  }),
}
