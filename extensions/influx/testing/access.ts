import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Request } from '@fieldwatch/server/testing/access-rows'

export const PUBLIC = ['GET /ping', 'GET /health']

const write = (path: string) => (unit: DataId) => ({ path, body: Buffer.from(`a,unit=${unit} value=1`) })

/** Outside of the base of the API. */
export const PROGRAM_REQUESTS: Readonly<Record<string, (unit: DataId) => Request>> = {
  'POST /write': write('/../../write'),
  'POST /api/v2/write': write('/../../api/v2/write'),
  'GET /query': () => ({ path: '/../../query?q=SHOW+DATABASES' }),
  'POST /query': () => ({ path: '/../../query?q=SHOW+DATABASES', body: {} }),
}
