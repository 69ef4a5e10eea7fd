import type { ReplyOf } from '@fieldwatch/contract/api/endpoint'
import { type DataQuery, type FieldValue, listLatest, queryData } from '@fieldwatch/contract/telemetry/data'
import { listUnits } from '@fieldwatch/contract/units/units'
import type { CommandOf } from '../arguments.ts'
import type { Portal } from '../portal/portal.ts'
import { formatTable, print, printJson, type Terminal } from '../terminal.ts'

export async function printLatest(terminal: Terminal, portal: Portal, command: CommandOf<'latest'>): Promise<number> {
  const { unit, source, json } = command
  const { body } = await portal.call(listLatest, {
    body: { dataIDs: [unit], ...(source === undefined ? {} : { subject: source }) },
  })
  // Units out of reach are left out of that, and refused here.
  if (body.details.length === 0) await portal.call(listUnits, { query: { dataID: unit } })
  if (body.details.length === 0 && !json) print(terminal, 'No records.')
  const latest = body.details.map(({ subject, record }) => ({ source: subject, ...record }))
  if (json) printJson(terminal, latest)
  else {
    for (const { source: name, ...record } of latest) print(terminal, `${name}\n${describeRecord(record)}`)
  }
  return 0
}

function describeRecord(record: Record<string, unknown>): string {
  const width = Math.max(...Object.keys(record).map((name) => name.length))
  return Object.entries(record)
    .map(([name, value]) => `  ${name.padEnd(width)}  ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n')
}

/** Prints records page by page: with `--json` one a line. */
export async function printRecords(terminal: Terminal, portal: Portal, command: CommandOf<'records'>): Promise<number> {
  const { unit, source, from, to, limit, newest, json } = command
  const filters = [
    ...(from === undefined ? [] : [{ field: 'messageUTC', operator: '>=' as const, value: from }]),
    ...(to === undefined ? [] : [{ field: 'messageUTC', operator: '<' as const, value: to }]),
  ]
  let query: PageQuery | undefined = {
    dataID: unit,
    subject: source,
    limit,
    sort: { field: 'messageUTC', direction: newest ? 'desc' : 'asc' },
    ...(filters.length === 0 ? {} : { filters }),
  }
  let count = 0
  while (query !== undefined) {
    const { records, next } = await readPage(portal, query)
    count += records.length
    if (json) for (const record of records) print(terminal, JSON.stringify(record))
    else if (records.length > 0) print(terminal, tableOf(records))
    query = next
  }
  if (count === 0 && !json) print(terminal, 'No records.')
  return 0
}

type PageQuery = Omit<DataQuery, 'filters'> & { readonly filters?: NonNullable<DataQuery['filters']> }
type Page = ReplyOf<typeof queryData>['body']['details']

async function readPage(
  portal: Portal,
  query: PageQuery,
): Promise<{ records: Page['data']; next: PageQuery | undefined }> {
  const { body } = await portal.call(queryData, { body: query })
  const { data, pagination } = body.details
  return { records: data, next: pagination.hasNext ? (pagination as PageQuery) : undefined }
}

/** Each page has the columns of its records. */
function tableOf(records: Page['data']): string {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))].filter((name) => name !== 'recieveUTC')
  const cellOf = (value: FieldValue | undefined): string => (value === null || value === undefined ? '' : String(value))
  return formatTable(
    names,
    records.map((record) => names.map((name) => cellOf(record[name]))),
  )
}
