import { buildTemplate } from '#testing/build-template.ts'
import { Failure, answerAt, answerTo, failure } from '#testing/answers.ts'
import { listUnits } from '@fieldwatch/contract/units/units'
import { getTemplate } from '@fieldwatch/contract/templates/templates'
import { getMapSettings } from '@fieldwatch/contract/api/map'
import { getCurrent, queryData } from '@fieldwatch/contract/telemetry/data'
import type { BodyOf, ReplyOf } from '@fieldwatch/contract/api/endpoint'
import type { TemplateId } from '@fieldwatch/contract/api/ids'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { createFakeServer } from '#testing/fake-server.ts'
import { renderUnit } from '#testing/render-unit.tsx'

const UNIT = buildUnit({ dataID: 'truck-1', friendlyName: 'Truck', defaultTemplate: 'truck' as TemplateId })
const MAP = { source: 'location', latitudeField: 'lat', longitudeField: 'lon' }
const RANGE = '2026-05-01T00:00:00.000Z~2026-05-02T00:00:00.000Z'

type Asked = BodyOf<typeof queryData>
type Page = Pick<ReplyOf<typeof queryData>['body']['details'], 'data' | 'pagination'>

/** Positions half a kilometre apart, in pages of 1,000; asked for the newest one it answers with the last. */
function positions(count: number) {
  return ({ dataID, subject, cursor = '0', limit }: Asked): Page => {
    const from = limit === 1 ? count - 1 : Number(cursor)
    const length = Math.min(1000, count - from)
    const data = Array.from({ length }, (_unused, place) => ({
      messageUTC: new Date(Date.UTC(2026, 4, 1) + (from + place) * 10_000).toISOString(),
      recieveUTC: '2026-05-01T00:00:00.000Z',
      lat: 50 + (from + place) * 0.0045,
      lon: 1,
    }))
    const pagination = { dataID, subject, cursor: String(from + 1000), hasNext: from + length < count }
    return { data, pagination }
  }
}

function currentOf(answer: Page | Failure) {
  return answer instanceof Failure ? failure('data/not-found') : { records: answer.data, older: [] }
}

function open(path: string, answer: (asked: Asked) => Page | Failure = positions(2500), me = buildSessionUser()) {
  const server = createFakeServer([
    answerTo(listUnits, () => UNIT),
    answerAt(getTemplate, { id: 'truck' }, () =>
      buildTemplate({ id: 'truck', title: 'Truck', overview: { maps: [MAP] } }),
    ),
    answerTo(getMapSettings, () => ({ styleUrl: null, googleMapsKey: null, streets: null })),
    answerTo(getCurrent, ({ body }) => currentOf(answer(body))),
    answerTo(queryData, ({ body }) => answer(body)),
  ])
  const pages = () => server.seen.map(({ body }) => body as Asked).filter((query) => query?.limit === undefined)
  return { pages, ...renderUnit(server.fetch, path, me) }
}

describe('the history track', () => {
  // spec 1-7-12, 1-7-13, 1-9-04
  it('reads the range page by page, oldest first, and says how long the way is', async () => {
    const { pages } = open(`/dashboard/truck-1?track=${encodeURIComponent(RANGE)}`)

    // 2,499 steps of 0.0045 degrees of latitude are 1,250 km.
    expect(await screen.findByText('2,500 points · 1,250.4 km', {}, { timeout: 5000 })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Overview' }).getAttribute('aria-current')).toBe('page')
    const asked = pages().filter((query) => query !== undefined)
    expect(asked).toHaveLength(3)
    expect(asked[0]).toEqual({
      dataID: 'truck-1',
      subject: 'location',
      filters: [
        { field: 'messageUTC', operator: '>=', value: '2026-05-01T00:00:00.000Z' },
        { field: 'messageUTC', operator: '<=', value: '2026-05-02T00:00:00.000Z' },
      ],
      sort: { field: 'messageUTC', direction: 'asc' },
    })
    expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, '1000', '2000'])
  })

  // spec 1-4-14
  it('begins with the current location, and opens for a range that is chosen', async () => {
    const { address } = open('/dashboard/truck-1')
    await userEvent.click(await screen.findByRole('button', { name: 'Choose dates' }))
    const button = await screen.findByRole('button', { name: 'View History Track' })
    expect(button).toHaveProperty('disabled', true)
    expect(screen.queryByRole('button', { name: 'Back to Current Location' })).toBeNull()

    await userEvent.type(
      screen.getByRole('textbox', { name: 'Range of the history track' }),
      '2026-05-01 00:00:00 ~ 2026-05-02 00:00:00',
    )
    await userEvent.click(button)

    expect(await screen.findByRole('button', { name: 'Back to Current Location' })).toBeDefined()
    expect(address()).toContain('track=')
  })

  // spec 1-4-14, 1-4-17
  it('goes back to the current location', async () => {
    const { address } = open(`/dashboard/truck-1?track=${encodeURIComponent(RANGE)}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Back to Current Location' }))

    expect(address()).toBe('/dashboard/truck-1')
    expect(screen.queryByRole('button', { name: 'Back to Current Location' })).toBeNull()
    expect(await screen.findByText(/^61\.2/)).toBeDefined()
  })

  it('says so when the unit was nowhere', async () => {
    open(`/dashboard/truck-1?track=${encodeURIComponent(RANGE)}`, () => failure('data/not-found'))

    expect(await screen.findByText('The unit sent no position in this range. Choose another one.')).toBeDefined()
  })

  it('says what failed and asks again', async () => {
    let working = false
    open(`/dashboard/truck-1?track=${encodeURIComponent(RANGE)}`, (asked) =>
      working ? positions(2)(asked) : failure('server/internal'),
    )
    const text = await screen.findByText('Failed to retrieve data.')
    working = true
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

    expect(text).toBeDefined()
    expect(await screen.findByText('2 points · 0.5 km')).toBeDefined()
  })

  it('is as long in miles for people who prefer US units', async () => {
    const me = buildSessionUser({ measures: { system: 'US' } })
    open(`/dashboard/truck-1?track=${encodeURIComponent(RANGE)}`, positions(3), me)

    // Two steps of 0.5 km.
    expect(await screen.findByText('3 points · 0.6 mi')).toBeDefined()
  })
})
