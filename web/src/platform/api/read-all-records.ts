import { type DataRecord, queryData } from '@fieldwatch/contract/telemetry/data'
import type { CallOf, ReplyOf } from '@fieldwatch/contract/api/endpoint'
import type { Api, CallOptions } from './call.ts'

type Query = CallOf<typeof queryData>['body']
type Page = ReplyOf<typeof queryData>['body']['details']

interface ReadOptions extends CallOptions {
  /** Called with the number of records so far, after each page. */
  onPage?: (count: number) => void
}

/**
 * Reads every record of a query, page by page: the `pagination` of each page is posted back until there is no next one.
 * @throws ApiError when a page is refused; Error when it says that it is not a success
 */
export async function readAllRecords(api: Api, query: Query, { onPage, ...options }: ReadOptions = {}) {
  const records: DataRecord[] = []
  let next: Query | undefined = query
  while (next !== undefined) {
    const page: Page = await readPage(api, next, options)
    for (const record of page.data) records.push(record)
    onPage?.(records.length)
    next = page.pagination.hasNext ? page.pagination : undefined
  }
  return records
}

async function readPage(api: Api, query: Query, options: CallOptions): Promise<Page> {
  const { statusCode, body } = await api.call(queryData, { body: query }, options)
  if ((statusCode as number) !== 200) throw new Error(`The Data API answered ${statusCode}`)
  return body.details
}
