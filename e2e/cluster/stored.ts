import { queryData } from '@fieldwatch/contract/telemetry/data'
import type { CallOf, ReplyOf } from '@fieldwatch/contract/api/endpoint'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { call } from '../support/api.ts'
import type { Person } from './people.ts'

/** A record as the API has it. Times are epoch milliseconds. */
export interface StoredRecord {
  readonly at: number
  readonly receivedAt: number
  readonly fields: Readonly<Record<string, unknown>>
}

interface Asked {
  readonly dataId: DataId
  readonly name: SourceName
  /** Leaves out records before. */
  readonly from?: number
}

/** Every record of a source that the API gives, page by page, in the order of `messageUTC`. */
export async function readStored(
  portal: { readonly url: string },
  person: Person,
  { dataId, name, from = 0 }: Asked,
): Promise<StoredRecord[]> {
  const records: StoredRecord[] = []
  const since = { field: 'messageUTC', operator: '>=' as const, value: new Date(from).toISOString() }
  let body: CallOf<typeof queryData>['body'] | undefined = { dataID: dataId, subject: name, filters: [since] }
  while (body !== undefined) {
    const reply: ReplyOf<typeof queryData> = await call(portal, queryData, { token: await person.token(), body })
    const { data, pagination } = reply.body.details
    for (const { messageUTC, recieveUTC, ...fields } of data)
      records.push({ at: Date.parse(messageUTC), receivedAt: Date.parse(recieveUTC), fields })
    body = pagination.hasNext ? pagination : undefined
  }
  return records
}
