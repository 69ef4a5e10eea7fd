import type { BatchStopReason, BatchUnit } from '@fieldwatch/contract/actions/action-batches'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { describe, expect, it } from 'vitest'
import { batchText, countsText, memberText, memberTime } from './batch-text.ts'

const SENT = '2026-05-06T12:00:00.000Z'
const ENDED = '2026-05-06T12:01:00.000Z'

function buildMember(parts: Partial<BatchUnit> = {}): BatchUnit {
  return {
    dataID: 'pump-1' as DataId,
    friendlyName: 'Pump 1',
    state: 'queued',
    action_id: null,
    status: null,
    notSentReason: null,
    createdUTC: null,
    handedOverUTC: null,
    endedUTC: null,
    ...parts,
  }
}

const busy = buildMember({ state: 'answered', status: 'BUSY' })
const expired = buildMember({ state: 'expired', status: 'TIMEOUT' })
const notPermitted = buildMember({ state: 'not-sent', status: 'NOT_SENT', notSentReason: 'not-permitted' })
const cancelled = buildMember({ state: 'cancelled', status: 'CANCELLED' })

describe('how far a batch is', () => {
  it('says why a batch was stopped', () => {
    const text = (stopReason: BatchStopReason, ...units: BatchUnit[]) =>
      batchText({ state: 'stopped', stopReason, units })

    expect(text('failures', busy, cancelled)).toBe(
      'Stopped after 1 failure. Requests that no unit had received were not sent.',
    )
    expect(text('failures', busy, expired)).toMatch(/^Stopped after 2 failures\./)
    expect(text('cancelled', cancelled, buildMember({ state: 'left-out' }))).toMatch(/^Stopped\. /)
    expect(text('not-permitted')).toMatch(/^Stopped because the user or token that started it may no longer/)
    expect(text('restored')).toMatch(/^Stopped because the portal was restored from a backup\./)
  })

  it('is written in numbers, without those that are none', () => {
    expect(countsText({ units: 5, ok: 2, failed: 1, open: 2, leftOut: 0 })).toBe('2 OK · 1 not OK · 2 to go')
    expect(countsText({ units: 3, ok: 2, failed: 1, open: 0, leftOut: 0 })).toBe('2 OK · 1 not OK')
    expect(countsText({ units: 3, ok: 0, failed: 1, open: 0, leftOut: 2 })).toBe('0 OK · 1 not OK · 2 not sent')
  })
})

describe('what became of a request at a unit', () => {
  it.each([
    [buildMember(), 'Not sent yet'],
    [buildMember({ state: 'left-out' }), 'Not sent'],
    [buildMember({ state: 'waiting' }), 'PENDING'],
    [buildMember({ state: 'answered', status: 'OK' }), 'OK'],
    [busy, 'BUSY'],
    [expired, 'TIMEOUT'],
    [cancelled, 'CANCELLED'],
    [notPermitted, 'NOT_SENT'],
  ])('of %o is %s', (unit, status) => {
    expect(memberText(unit).status).toBe(status)
  })

  it('says whether a unit that did not answer had it', () => {
    expect(memberText(expired).note).toBe('The unit did not fetch the request in time.')
    expect(memberText({ ...expired, handedOverUTC: SENT }).note).toBe(
      'The unit received the request but did not answer in time.',
    )
  })

  it('says why it was not sent', () => {
    expect(memberText(notPermitted).note).toMatch(/^Not sent: not permitted\. /)
  })

  it('is as old as the last of it', () => {
    expect(memberTime(buildMember())).toBeUndefined()
    expect(memberTime(buildMember({ createdUTC: SENT, endedUTC: ENDED }))).toBe(Date.parse(ENDED))
  })
})
