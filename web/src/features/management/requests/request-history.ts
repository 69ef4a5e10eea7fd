import { CANCELLED, NOT_SENT, OK, PENDING, TIMEOUT } from '@fieldwatch/contract/actions/action-messages'
import type { DataRecord, FieldValue } from '@fieldwatch/contract/telemetry/data'

/** A row of the history of requests (specification, document 2, sections 2.2 and 4). */
export interface HistoryRow {
  /** The key of the row; an answer without a request has one of its own. */
  readonly key: string
  /** The `action_id`, as it was sent. */
  readonly id: string
  readonly setting: string
  readonly request: string
  /** Epoch milliseconds; undefined for an answer to which there is no request. */
  readonly sentAt: number | undefined
  /** Set only when the status is OK. */
  readonly completedAt: number | undefined
  readonly status: string
  readonly payload: string
  /** What the unit answered besides the status. */
  readonly answer: string
}

/** The rows of the history, newest first: each request with its result, and results to which there is no request. */
export function historyRows(requests: readonly DataRecord[], results: readonly DataRecord[]): HistoryRow[] {
  const ofRequest = new Map<string, DataRecord>()
  for (const result of results) {
    const id = textOf(result['action_id'])
    const known = ofRequest.get(id)
    if (known === undefined || counts(result, known)) ofRequest.set(id, result)
  }
  const asked = new Set(requests.map((request) => textOf(request['action_id'])))
  const rows = requests.map((request) => rowOf(request, ofRequest.get(textOf(request['action_id']))))
  const others = results.filter((result) => !asked.has(textOf(result['action_id']))).map(rowOfResult)
  return [...rows, ...others].sort((one, other) => timeOf(other) - timeOf(one))
}

function rowOf(request: DataRecord, result: DataRecord | undefined): HistoryRow {
  const id = textOf(request['action_id'])
  return {
    key: `request ${id}`,
    id,
    setting: textOf(request['actionClass']),
    request: textOf(request['action']) || textOf(request['method']),
    sentAt: Date.parse(request.messageUTC),
    payload: textOf(request['payload']),
    ...ending(result),
  }
}

function rowOfResult(result: DataRecord): HistoryRow {
  return {
    key: `result ${result.messageUTC}`,
    id: textOf(result['action_id']),
    setting: textOf(result['actionClass']),
    request: textOf(result['action']),
    sentAt: undefined,
    payload: '',
    ...ending(result),
  }
}

function ending(result: DataRecord | undefined): Pick<HistoryRow, 'completedAt' | 'status' | 'answer'> {
  if (result === undefined) return { completedAt: undefined, status: PENDING, answer: '' }
  const status = textOf(result['status']) || 'UNKNOWN'
  const completedAt = status === OK ? Date.parse(result.recieveUTC) : undefined
  return { completedAt, status, answer: textOf(result['payload']) }
}

/** What a unit answers counts, whatever the portal had given up before; of two answers the first. */
function counts(result: DataRecord, known: DataRecord): boolean {
  if (isOfPortal(result) !== isOfPortal(known)) return isOfPortal(known)
  return result.messageUTC < known.messageUTC
}

function isOfPortal({ status }: DataRecord): boolean {
  return status === TIMEOUT || status === CANCELLED || status === NOT_SENT
}

function timeOf({ sentAt, completedAt }: HistoryRow): number {
  return sentAt ?? completedAt ?? 0
}

function textOf(value: FieldValue | undefined): string {
  return value === undefined || value === null ? '' : String(value)
}
