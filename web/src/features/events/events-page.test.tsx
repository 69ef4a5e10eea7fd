import { answerTo, failure } from '#testing/answers.ts'
import { listEvents, type EventPage } from '@fieldwatch/contract/events/events'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { buildEventPage, buildEventTable, buildOccurrence } from '#testing/build-events.ts'
import { askedPages, EVENTS_UNIT, findCard, openEvents } from '#testing/open-events.tsx'

describe('the Events page', () => {
  // spec 2-2-02, 2-2-09, 2-2-11, 2-2-12, 2-2-13
  it('lists the event tables of the unit with title, operation and start date', async () => {
    openEvents({
      tables: [buildEventTable(), buildEventTable({ name: 'Low', title: 'Low', comparison: 'tank.level < 5' })],
    })
    const warm = await screen.findByRole('heading', { name: 'Too warm' })

    expect(warm).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Low' })).toBeDefined()
    expect(screen.getAllByText('Operation')).toHaveLength(2)
    expect(screen.getByText('room.temp > 20')).toBeDefined()
    expect(screen.getByText('tank.level < 5')).toBeDefined()
    expect(screen.getAllByText(/^1 Jun 2026, /)).toHaveLength(2)
  })

  it('says what would be there while there is no event table', async () => {
    openEvents({ tables: [] })

    expect(await screen.findByText('No events yet')).toBeDefined()
  })

  // spec 1-8-16, 2-8-05
  it('says that the events cannot be read, and tries again', async () => {
    let fails = true
    openEvents({
      routes: [
        answerTo(listEvents, ({ path }) =>
          fails
            ? failure('request/invalid')
            : path.includes('name=')
              ? buildEventPage([])
              : { tables: [buildEventTable()] },
        ),
      ],
    })
    expect(await screen.findByText('Failed to retrieve events.')).toBeDefined()
    fails = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

    expect(await screen.findByRole('heading', { name: 'Too warm' })).toBeDefined()
  })

  // spec 2-4-05
  it('shows that it is loading until the tables are there', async () => {
    openEvents({ routes: [answerTo(listEvents, () => new Promise(() => undefined))] })

    expect(await screen.findByLabelText('Loading events')).toBeDefined()
  })
})

describe('an event table', () => {
  it('shows its occurrences, the most recent first, ten a page', async () => {
    const rows = [buildOccurrence(1, { endUTC: null }), buildOccurrence(0, { tag: 'Door' })]
    const { server } = openEvents({ page: () => buildEventPage(rows) })
    const table = await screen.findByRole('table', { name: 'Events of Too warm' })
    await within(table).findByText('Door')

    const headings = within(table).getAllByRole('columnheader')
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      '',
      'StartUTC local time',
      'EndUTC local time',
      'Duration',
      'Tag',
      'Room Temp',
      'Actions',
    ])
    const [first, second] = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      )
    expect(first?.slice(2, 6)).toEqual(['Ongoing', 'at least 1 min', '--', '21.5'])
    expect(second?.slice(3, 6)).toEqual(['1 min', 'Door', '21.5'])
    expect(Object.fromEntries(askedPages(server.seen)[0] ?? [])).toEqual({
      dataID: 'tank-1',
      name: 'Too_warm',
      sort: 'startUTC',
      direction: 'desc',
      page: '1',
      pageSize: '10',
    })
  })

  it('says that there is no data available', async () => {
    openEvents()

    expect(await screen.findByText('No data available')).toBeDefined()
  })

  // spec 2-2-18
  it('has the server sort and turn pages, and keeps both in the address', async () => {
    const page = (query: URLSearchParams): EventPage => {
      const at = Number(query.get('page'))
      return buildEventPage([buildOccurrence(at)], {
        pagination: { page: at, pageSize: 10, total: 100, hasNext: true },
      })
    }
    const { server, address } = openEvents({ page })
    const table = await findCard()
    await userEvent.click(await within(table).findByRole('button', { name: 'Next' }))
    await waitFor(() => expect(askedPages(server.seen).at(-1)?.get('page')).toBe('2'))
    await userEvent.click(within(table).getByRole('button', { name: 'Duration' }))
    await waitFor(() => expect(askedPages(server.seen).at(-1)?.get('sort')).toBe('duration'))

    expect(askedPages(server.seen).at(-1)?.get('page')).toBe('1')
    expect(decodeURIComponent(address())).toContain('"Too_warm":{"sort":"duration"}')
  })

  it('prints all of its range by the menu of the page, and says what is left out by that of the browser', async () => {
    const rows = Array.from({ length: 12 }, (_, minute) => buildOccurrence(minute))
    openEvents({
      page: (query) => {
        const size = Number(query.get('pageSize'))
        const pagination = { page: 1, pageSize: size, total: rows.length, hasNext: size < rows.length }
        return buildEventPage(rows.slice(0, size), { pagination })
      },
    })
    const card = await findCard()
    await within(card).findByText('1–10 of 12')
    const printed: number[] = []
    vi.stubGlobal('print', () => printed.push(within(card).getAllByRole('row').length - 1))
    await userEvent.click(screen.getByRole('button', { name: 'More actions for this page' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Print or save as PDF' }))

    await expect.poll(() => printed).toEqual([12])
    act(() => void dispatchEvent(new Event('afterprint')))
    act(() => void dispatchEvent(new Event('beforeprint')))
    expect(within(card).getByText(/^Printed: 10 of 12 events\. To print all,/)).toBeDefined()
    act(() => void dispatchEvent(new Event('afterprint')))
  })

  // spec 2-2-24, 2-4-05
  it('shows that events are being updated, and how far that is', async () => {
    const refreshing = { state: 'refreshing', progress: { done: 250, total: 1000, finished: false } } as const
    openEvents({ tables: [buildEventTable(refreshing)], page: () => buildEventPage([], refreshing) })

    expect(await screen.findByText('Getting Events Up To Date...')).toBeDefined()
    expect(screen.getByText('250 of 1,000 records')).toBeDefined()
  })

  // spec 2-2-18
  it('shows new occurrences by itself, and keeps what is selected', async () => {
    let rows = [buildOccurrence(0)]
    const { live, server } = openEvents({ page: () => buildEventPage(rows) })
    const table = await screen.findByRole('table', { name: 'Events of Too warm' })
    await userEvent.click(await within(table).findByRole('checkbox', { name: /^Select the event of/ }))
    rows = [buildOccurrence(5), ...rows]
    act(() => live.changeOccurrences({ dataID: EVENTS_UNIT.dataID, name: 'Too_warm' }))

    await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(3))
    expect(
      within(table)
        .getAllByRole('checkbox')
        .map((box) => (box as HTMLInputElement).checked),
    ).toEqual([false, false, true])
    expect(askedPages(server.seen)).toHaveLength(2)
  })

  it('reads its occurrences once more, however many changes are published at once', async () => {
    const { live, server } = openEvents()
    await screen.findByText('No data available')
    act(() => {
      for (let change = 0; change < 100; change += 1)
        live.changeOccurrences({ dataID: EVENTS_UNIT.dataID, name: 'Too_warm' })
    })

    await waitFor(() => expect(askedPages(server.seen)).toHaveLength(3), { timeout: 3000 })
    expect(askedPages(server.seen)).toHaveLength(3)
  })

  it('goes with the table that another person removed', async () => {
    let tables = [buildEventTable()]
    const { live } = openEvents({
      routes: [
        answerTo(listEvents, ({ path }) =>
          !path.includes('name=') ? { tables } : tables.length > 0 ? buildEventPage([]) : failure('event/not-found'),
        ),
      ],
    })
    await screen.findByText('No data available')
    tables = []
    act(() => live.changeOccurrences({ dataID: EVENTS_UNIT.dataID, name: 'Too_warm' }))

    expect(await screen.findByText('No events yet')).toBeDefined()
  })
})
