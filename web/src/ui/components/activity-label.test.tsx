import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderPart } from '#testing/render-part.tsx'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { ActivityLabel } from './activity-label.tsx'

const AT = '2026-05-06T12:00:00.000Z'

describe('how long ago a unit spoke', () => {
  it('has the exact time on hover, as the person reads times and as it was stored', () => {
    renderPart(<ActivityLabel activity={{ kind: 'late', label: '2 hours ago' }} lastActivityUtc={AT} />)

    expect(screen.getByText('2 hours ago').title).toBe(`${formatMoment(Date.parse(AT), '24Hour')} (${AT})`)
  })

  it('has none for a unit that never spoke', () => {
    renderPart(<ActivityLabel activity={{ kind: 'none', label: 'no activity' }} lastActivityUtc={null} />)

    expect(screen.getByText('no activity').title).toBe('')
  })
})
