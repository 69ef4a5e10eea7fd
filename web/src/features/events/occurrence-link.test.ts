import { DataId } from '@fieldwatch/contract/api/ids'
import { describe, expect, it } from 'vitest'
import { buildOccurrence } from '#testing/build-events.ts'
import { occurrenceLink } from './occurrence-link.ts'

const linkOf = (duration: number) =>
  occurrenceLink(DataId.parse('tank-1'), 'Too_warm', buildOccurrence(0, { duration }))

describe('the way from an occurrence to its period in the charts', () => {
  it('shows it with half its length on both sides', () => {
    expect(linkOf(4 * 3_600_000).search).toEqual({
      history: '2026-05-31T22:00:00.000Z~2026-06-01T06:00:00.000Z',
      events: 'Too_warm',
      at: '2026-06-01T00:00:00.000Z',
    })
  })

  it('shows at least ten minutes on both sides', () => {
    expect(linkOf(0).search.history).toBe('2026-05-31T23:50:00.000Z~2026-06-01T00:10:00.000Z')
  })
})
