import type { TemplateId } from '@fieldwatch/contract/ids'
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { buildUnit } from '#testing/build-unit.ts'
import { createFakeServer, failure, success } from '#testing/fake-server.ts'
import { renderUnit } from '#testing/render-unit.tsx'

const UNIT = buildUnit({ dataID: 'tank-1', defaultTemplate: 'tank' as TemplateId })
const CHART = {
  title: 'Level',
  type: 'timeseries',
  specifications: { tank: [{ field: 'level', friendlyName: 'Water', unit: 'm' }] },
}

type Routes = Parameters<typeof createFakeServer>[0]

function open({ charts = [CHART], prepare, path = '' }: { charts?: object[]; prepare: Routes[string]; path?: string }) {
  const server = createFakeServer({
    'GET /api/v1/devices': () => success(UNIT),
    'GET /api/v1/templates/tank': () => success({ id: 'tank', title: 'Tank', timeSeries: { charts } }),
    'PUT /api/v1/data/': prepare,
  })
  return { server, ...renderUnit(server.fetch, `/dashboard/tank-1/time-series${path}`) }
}

describe('the Time Series page', () => {
  it('lists the charts of the template with their range buttons and a download', async () => {
    open({ charts: [CHART, { ...CHART, title: 'Again' }], prepare: () => new Promise(() => undefined) })

    expect(await screen.findByRole('heading', { name: 'Level' })).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Again' })).toBeDefined()
    for (const range of ['24hr', '12hr', '30min', '10min']) {
      expect(screen.getByRole('button', { name: `${range} of Level` })).toBeDefined()
    }
    expect(screen.getByRole('button', { name: 'Download Level as CSV' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Download all charts as CSV' })).toBeDefined()
  })

  it('makes a source ready before it reads its series, once for all charts', async () => {
    const { server } = open({ charts: [CHART, CHART], prepare: () => failure(500, 'server/internal') })
    await screen.findAllByText('Error finding value')

    expect(server.seen.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { dataID: 'tank-1', subject: 'tank' },
    ])
  })

  it.each([
    ['retrieving data...', () => new Promise<never>(() => undefined)],
    ['This data does not exist', () => failure(404, 'data/not-found')],
    ['Device not found', () => failure(404, 'unit/not-found')],
    ['Error finding value', () => failure(500, 'server/internal')],
  ] as [string, Routes[string]][])('says %s where it has to', async (text, prepare) => {
    open({ prepare })

    expect(await screen.findByText(text)).toBeDefined()
  })

  it('follows a source that does not exist yet, and draws it as soon as it does', async () => {
    const { live } = open({ prepare: () => failure(404, 'data/not-found') })
    await screen.findByText('This data does not exist')
    const at = new Date().toISOString()
    act(() => live.send('tank', { messageUTC: at, recieveUTC: at, level: 1 }))

    expect(screen.queryByText('This data does not exist')).toBeNull()
  })

  it('keeps the range of each chart in the address', async () => {
    const { address } = open({
      charts: [CHART, { ...CHART, title: 'Again' }],
      prepare: () => failure(404, 'data/not-found'),
    })
    await userEvent.click(await screen.findByRole('button', { name: '10min of Again' }))

    expect(address()).toBe('/dashboard/tank-1/time-series?range=24hr%2C10min')
    expect(screen.getByRole('button', { name: '10min of Again' }).getAttribute('aria-pressed')).toBe('true')
  })

  it('opens with the ranges of the address', async () => {
    open({ path: '?range=30min', prepare: () => failure(404, 'data/not-found') })

    expect((await screen.findByRole('button', { name: '30min of Level' })).getAttribute('aria-pressed')).toBe('true')
  })

  it('says what would be here when the template has no charts', async () => {
    open({ charts: [], prepare: () => failure(404, 'data/not-found') })

    expect(await screen.findByText('No charts yet')).toBeDefined()
  })
})
