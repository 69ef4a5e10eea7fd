import type { UnitIcon } from '@fieldwatch/contract/templates/unit-icons'
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { UnitRing } from '#ui/components/unit-ring.tsx'
import { buildUnit } from '#testing/build-unit.ts'
import { ClusterCount } from './cluster-count.tsx'
import { UnitPin } from './unit-pin.tsx'

const NOW = Date.UTC(2026, 4, 6, 12)
const current = { kind: 'current', label: 'Current' } as const
const late = { kind: 'late', label: '2 hours ago' } as const
const none = { kind: 'none', label: 'no activity' } as const

const pump = { name: 'Pump', image: '', icon: undefined }

describe('the ring of a card', () => {
  it.each(['current', 'late', 'none'] as const)('is drawn as %s', (kind) => {
    const { container } = render(<UnitRing image="" kind={kind} />, { wrapper: MantineProvider })

    expect(container.querySelector(`[data-kind="${kind}"]`)).not.toBeNull()
  })
})

/** The colour of activity stays, whatever is triggered. */
describe('triggered alerts have a sign of their own', () => {
  it('beside the ring of a card', () => {
    const { container } = render(<UnitRing image="" kind="current" alarm />, { wrapper: MantineProvider })

    expect(container.querySelector('[data-kind="current"]')).not.toBeNull()
    expect(container.querySelector('[data-alarm]')).not.toBeNull()
  })

  it('beside a pin, which says so', () => {
    render(<UnitPin {...pump} activity={current} triggered={2} chosen={false} onOpen={() => undefined} />, {
      wrapper: MantineProvider,
    })
    const pin = screen.getByRole('button', { name: 'Pump, Current, 2 triggered' })

    expect(pin.dataset['current']).toBe('true')
    expect(pin.querySelector('[data-alarm]')).not.toBeNull()
  })

  it('beside a cluster, which says on how many units', () => {
    const units = [
      buildUnit({ dataID: 'one', lastActivityUTC: null }),
      buildUnit({ dataID: 'two', lastActivityUTC: null }),
    ]
    render(<ClusterCount units={units} triggered={new Map([['two', 3]])} now={NOW} onOpen={() => undefined} />, {
      wrapper: MantineProvider,
    })
    const cluster = screen.getByRole('button', { name: '2 units, 0 of them Current, 1 with triggered alerts' })

    expect(cluster.querySelector('[data-alarm]')).not.toBeNull()
  })
})

describe('a pin', () => {
  it.each([
    [current, 'true'],
    [late, 'false'],
    [none, 'false'],
  ])('is green only for Current, and says its activity', async (activity, green) => {
    const pressed: HTMLElement[] = []
    render(
      <UnitPin
        {...pump}
        activity={activity}
        triggered={undefined}
        chosen={false}
        onOpen={(from) => pressed.push(from)}
      />,
      {
        wrapper: MantineProvider,
      },
    )
    const pin = screen.getByRole('button', { name: `Pump, ${activity.label}` })

    await userEvent.click(pin)

    expect(pin.dataset['current']).toBe(green)
    expect(pressed).toEqual([pin])
  })
})

describe('the mark of a unit', () => {
  const pinOf = (face: { image: string; icon: UnitIcon | undefined }) =>
    render(
      <UnitPin {...pump} {...face} activity={current} triggered={undefined} chosen={false} onOpen={() => undefined} />,
      { wrapper: MantineProvider },
    ).container

  it('on the map is its picture, else the icon of its kind, else the sign of its activity', () => {
    expect(pinOf({ image: '/a.webp', icon: 'tank' }).querySelector('img')?.getAttribute('src')).toBe('/a.webp')
    const withIcon = pinOf({ image: '', icon: 'tank' })
    expect([withIcon.querySelectorAll('svg').length, withIcon.querySelector('circle')]).toEqual([2, null])
    expect(pinOf({ image: '', icon: undefined }).querySelector('circle')).not.toBeNull()
  })
})

describe('a cluster', () => {
  it('says how many it holds and how many of them are Current', () => {
    const units = [
      buildUnit({ dataID: 'one', lastActivityUTC: new Date(NOW).toISOString() }),
      buildUnit({ dataID: 'two', lastActivityUTC: null }),
    ]
    render(<ClusterCount units={units} triggered={new Map()} now={NOW} onOpen={() => undefined} />, {
      wrapper: MantineProvider,
    })

    expect(screen.getByRole('button', { name: '2 units, 1 of them Current' }).textContent).toBe('2')
  })
})
