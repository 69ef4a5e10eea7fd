import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { buildEventPage, buildEventTable, buildOccurrence } from '#testing/build-events.ts'
import { askedPages, findCard, openEvents } from '#testing/open-events.tsx'

const table = { comparison: 'location trips (stop 10 min)' }
const trip = (minute: number, more: Record<string, string | number | null>) =>
  buildOccurrence(minute, { 'location.trip_distance': 12_340, ...more })

describe('a table of trips', () => {
  it('lists its trips beside the map, each with a link into the replay of its range', async () => {
    const rows = [
      trip(30, { 'location.trip_from': 'Harbour', 'location.trip_to': null, endUTC: null }),
      trip(0, { 'location.trip_from': 'Depot', 'location.trip_to': 'Harbour' }),
    ]
    openEvents({ tables: [buildEventTable(table)], page: () => buildEventPage(rows) })
    const list = within(await screen.findByRole('list', { name: 'Trips of the list' }))
    const [first, second] = await list.findAllByRole('button')

    expect(first?.textContent).toContain('Depot → Harbour')
    expect(first?.textContent).toContain('12.3 km')
    expect(second?.textContent).toContain('Harbour → on the way')
    const href = new URL(list.getAllByRole('link')[0]?.getAttribute('href') ?? '', 'http://portal').searchParams
    expect(href.get('moment')).toBe(buildOccurrence(0).startUTC)
    expect(href.get('show')).toBe('map')
  })

  it('highlights one, by keyboard too, and shows all again', async () => {
    openEvents({ tables: [buildEventTable(table)], page: () => buildEventPage([trip(0, {})]) })
    const list = within(await screen.findByRole('list', { name: 'Trips of the list' }))
    const choose = await list.findByRole('button')
    choose.focus()
    await userEvent.keyboard('{Enter}')
    expect(choose.getAttribute('aria-pressed')).toBe('true')
    await userEvent.keyboard('{Enter}')
    expect(choose.getAttribute('aria-pressed')).toBe('false')
  })

  it('goes from day to day', async () => {
    const { server } = openEvents({ tables: [buildEventTable(table)], page: () => buildEventPage([trip(0, {})]) })
    await screen.findByRole('list', { name: 'Trips of the list' })
    await userEvent.click(screen.getByRole('button', { name: 'Day before' }))
    const card = within(await findCard())
    expect(await card.findByText(/^Events: /)).toBeDefined()
    const asked = askedPages(server.seen).findLast((query) => query.has('startDate'))
    const [from, to] = [Date.parse(asked?.get('startDate') ?? ''), Date.parse(asked?.get('endDate') ?? '')]
    expect(to - from).toBe(86_400_000)
  })

  it('has no alert, as a trip is known only once it is over', async () => {
    openEvents({ tables: [buildEventTable(table)], page: () => buildEventPage([trip(0, {})]) })
    const card = within(await findCard())
    expect(card.queryByRole('button', { name: /alert/i })).toBeNull()
  })
})
