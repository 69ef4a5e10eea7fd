import { answerTo, failure } from '#testing/answers.ts'
import { getEventSummary } from '@fieldwatch/contract/events/event-summary'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { buildEventSummary } from '#testing/build-events.ts'
import { EVENTS_UNIT, findCard, openEvents } from '#testing/open-events.tsx'

async function openSummary(summary: ReturnType<typeof buildEventSummary>) {
  const opened = openEvents({ routes: [answerTo(getEventSummary, () => summary)] })
  const card = within(await findCard())
  await card.findByText('Share of time')
  const asked = () =>
    opened.server.seen
      .filter(({ path }) => path.startsWith('/api/v1/events/summary?'))
      .map(({ path }) => new URLSearchParams(path.split('?')[1]))
  const strip = () => within(card.getByRole('group', { name: /^When events occurred: Too warm/ }))
  return { ...opened, card, asked, strip, user: userEvent.setup() }
}

const figureOf = (card: ReturnType<typeof within>, name: string): string | null | undefined =>
  card.getByText(name).nextElementSibling?.textContent

describe('the summary above an event table', () => {
  it('shows how often and how long the condition held, when longest, and what part of the time', async () => {
    const { card, asked } = await openSummary(buildEventSummary([60, 0, 180, 30]))

    const figures = ['Events', 'Total', 'Mean', 'Share of time'].map((name) => figureOf(card, name))
    expect(figures).toEqual(['3', '4 h 30 min', '1 h 30 min', '4.7 %'])
    expect(figureOf(card, 'Longest')).toMatch(/^3 hfrom 3 Jun 2026, \d\d:00:00$/)
    expect(asked()[0]?.get('name')).toBe('Too_warm')
    expect(asked()[0]?.get('timeZone')).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone)
  })

  it('has a dash where there is nothing to tell, and no strip', async () => {
    const { card } = await openSummary(buildEventSummary([0, 0]))

    expect(['Events', 'Total', 'Mean', 'Longest'].map((name) => figureOf(card, name))).toEqual(['0', '0 s', '–', '–'])
    expect(card.queryByRole('group', { name: /^When events occurred/ })).toBeNull()
    expect(card.getByText('No events in this period.')).not.toBeNull()
  })

  it('keeps its place until it is there, whatever it will tell: as many figures and as many cells', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 5, 3, 12) })
    onTestFinished(() => void vi.useRealTimers())
    const answer = Promise.withResolvers<ReturnType<typeof buildEventSummary>>()
    openEvents({ routes: [answerTo(getEventSummary, () => answer.promise)] })
    const card = await findCard()
    const shape = () => ({
      figures: Array.from(card.querySelectorAll('dt'), ({ textContent }) => textContent),
      cells: card.querySelectorAll('[data-few] > [data-shade]').length,
    })
    await within(card).findByText('Loading the summary')
    const before = shape()
    expect(before.cells).toBeGreaterThan(2)

    answer.resolve(buildEventSummary(Array.from({ length: before.cells }, () => 60)))
    await within(card).findByRole('group', { name: /^When events occurred/ })

    expect(shape().figures).toEqual(before.figures)
    expect(shape().cells).toBe(before.cells)
  })

  it('has a cell for each day that says what was, the darker the longer', async () => {
    const { strip } = await openSummary(buildEventSummary([60, 0, 240]))

    const cells = strip().getAllByRole('button')
    expect(cells.map((cell) => [cell.getAttribute('aria-label'), cell.dataset['shade']])).toEqual([
      ['Mon, 1 Jun 2026: 1 event, 1 h, 4.2 %', '1'],
      ['Tue, 2 Jun 2026: none', '0'],
      ['Wed, 3 Jun 2026: 1 event, 4 h, 16.7 %', '4'],
    ])
  })

  it('leads by a click on a day to the table of that day', async () => {
    const { strip, user, asked } = await openSummary(buildEventSummary([60, 0, 240]))
    const day = new Date(2026, 5, 3)
    await user.click(strip().getByRole('button', { name: /^Wed, 3 Jun/ }))

    await waitFor(() => expect(asked().at(-1)?.get('startDate')).toBe(day.toISOString()))
    expect(asked().at(-1)?.get('endDate')).toBe(new Date(new Date(2026, 5, 4).getTime() - 1).toISOString())
  })

  it('is one stop for the keyboard, in which arrows go from cell to cell', async () => {
    const { strip, user } = await openSummary(buildEventSummary([60, 0, 240]))
    expect(
      strip()
        .getAllByRole('button')
        .map(({ tabIndex }) => tabIndex),
    ).toEqual([-1, -1, 0])

    act(() => strip().getByRole('button', { name: /^Wed/ }).focus())
    await user.keyboard('{ArrowLeft}')
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Tue/)
    await user.keyboard('{Home}')
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Mon/)
  })

  it('is read again when occurrences change', async () => {
    const { live, asked } = await openSummary(buildEventSummary([60]))
    const before = asked().length
    act(() => live.changeOccurrences({ dataID: EVENTS_UNIT.dataID, name: 'Too_warm' }))

    await waitFor(() => expect(asked().length).toBeGreaterThan(before))
  })

  it('says so when it cannot be had', async () => {
    openEvents({ routes: [answerTo(getEventSummary, () => failure('server/unavailable'))] })

    expect(await screen.findByText('Failed to retrieve the summary.')).not.toBeNull()
  })
})
