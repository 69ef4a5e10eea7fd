import { type DataRecord, queryData } from '@fieldwatch/contract/data'
import type { CallOf, ReplyOf } from '@fieldwatch/contract/endpoint'
import type { Api, CallOptions } from './call.ts'

type Query = CallOf<typeof queryData>['body']

interface ReadOptions extends CallOptions {
  /** Told of the records read so far, after each page. */
  onPage?: (count: number) => void
}

/**
 * Reads every record of a query, page by page: the `pagination` of each page is posted back until there is no next one.
 * @throws ApiError when a page is refused; Error when it says that it is not a success
 */
export async function readAllRecords(api: Api, query: Query, { onPage, ...options }: ReadOptions = {}) {
  const records: DataRecord[] = []
  for (let next: Query | undefined = query; next !== undefined;) {
    const { statusCode, body }: ReplyOf<typeof queryData> = await api.call(queryData, { body: next }, options)
    if ((statusCode as number) !== 200) throw new Error(`The Data API answered ${statusCode}`)
    const { data, pagination } = body.details
    for (const record of data) records.push(record)
    onPage?.(records.length)
    next = pagination.hasNext ? pagination : undefined
  }
  return records
}
