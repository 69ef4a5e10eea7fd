import type { DataRecord, FieldValue } from '@fieldwatch/contract/telemetry/data'
import { describe, expect, it } from 'vitest'
import { historyRows } from './request-history.ts'

const timeOf = (minute: number) => new Date(Date.UTC(2026, 4, 6, 12, minute)).toISOString()

function record(minute: number, fields: Record<string, FieldValue>): DataRecord {
  return { messageUTC: timeOf(minute), recieveUTC: timeOf(minute), ...fields }
}

const request = (minute: number, id: number) =>
  record(minute, { action_id: id, actionClass: 'Unit', method: 'POST', action: 'Reboot', payload: 'Reboot' })
const result = (minute: number, id: number, status: string, payload?: string) =>
  record(minute, { action_id: id, actionClass: 'Unit', action: 'Reboot', status, payload: payload ?? null })

describe('the history of requests', () => {
  // spec 2-4-08
  it('has a row for each request, newest first, that is PENDING until there is a result', () => {
    const rows = historyRows([request(1, 7), request(2, 8)], [])

    expect(rows.map(({ id, status, completedAt }) => [id, status, completedAt])).toEqual([
      ['8', 'PENDING', undefined],
      ['7', 'PENDING', undefined],
    ])
    expect(rows[1]).toMatchObject({
      setting: 'Unit',
      request: 'Reboot',
      sentAt: Date.parse(timeOf(1)),
      payload: 'Reboot',
    })
  })

  // spec 2-4-09, 2-4-10
  it('replaces the status with that of the result, and is completed only when that is OK', () => {
    const [busy, ok] = historyRows([request(1, 7), request(2, 8)], [result(3, 7, 'OK', 'done'), result(4, 8, 'BUSY')])

    expect(ok).toMatchObject({ id: '7', status: 'OK', completedAt: Date.parse(timeOf(3)), answer: 'done' })
    expect(busy).toMatchObject({ id: '8', status: 'BUSY', completedAt: undefined })
  })

  it('counts what the unit answered, whatever the portal had given up before', () => {
    for (const given of ['TIMEOUT', 'CANCELLED']) {
      const [row] = historyRows([request(1, 7)], [result(2, 7, given), result(3, 7, 'OK')])
      expect(row).toMatchObject({ status: 'OK', completedAt: Date.parse(timeOf(3)) })
    }
  })

  it('counts the first of two answers', () => {
    const [row] = historyRows([request(1, 7)], [result(3, 7, 'BUSY'), result(2, 7, 'OK')])

    expect(row?.status).toBe('OK')
  })

  it('has a row of its own for a result without a request', () => {
    const rows = historyRows([request(1, 7)], [result(5, 99, 'OK', 'by hand'), record(4, { status: 'OK' })])

    expect(rows.map(({ id, sentAt, status, answer }) => [id, sentAt, status, answer])).toEqual([
      ['99', undefined, 'OK', 'by hand'],
      ['', undefined, 'OK', ''],
      ['7', Date.parse(timeOf(1)), 'PENDING', ''],
    ])
    expect(new Set(rows.map(({ key }) => key)).size).toBe(3)
  })
})
