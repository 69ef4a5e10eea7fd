import { buildTemplate } from '#testing/build-template.ts'
import { answerAt, answerTo, failure, type Answer } from '#testing/answers.ts'
import { listUnits } from '@fieldwatch/contract/units/units'
import { getTemplate } from '@fieldwatch/contract/templates/templates'
import { listTriggeredUnits } from '@fieldwatch/contract/alerts/alert-triggered'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { buildUnit } from '#testing/build-unit.ts'
import { createFakeServer } from '#testing/fake-server.ts'
import { renderUnit } from '#testing/render-unit.tsx'
import type { TemplateId } from '@fieldwatch/contract/api/ids'

const UNIT = buildUnit({ dataID: 'tank-1', friendlyName: 'North tank', defaultTemplate: 'tank' as TemplateId })
const TEMPLATE = buildTemplate()

function open(routes: readonly Answer[] = []) {
  const server = createFakeServer([
    answerTo(listUnits, () => UNIT),
    answerAt(getTemplate, { id: 'tank' }, () => TEMPLATE),
    ...routes,
  ])
  return { server, ...renderUnit(server.fetch, '/dashboard/tank-1') }
}

describe('the page of a unit', () => {
  // spec 1-2-51, 1-2-52, 1-4-18
  it('loads the unit, then its template, then shows its name and the tab Overview', async () => {
    const { server } = open()
    const heading = await screen.findByRole('heading', { name: 'North tank' })

    expect(heading).toBeDefined()
    expect(screen.getByRole('link', { name: 'Overview' }).getAttribute('aria-current')).toBe('page')
    const [first, second] = server.seen.map(({ path }) => path)
    expect([first, second]).toEqual(['/api/v1/devices?dataID=tank-1', '/api/v1/templates/tank'])
  })

  it('says in its head that alerts are triggered on it, as soon as they are', async () => {
    let alerts = 0
    const { live } = open([answerTo(listTriggeredUnits, () => (alerts === 0 ? [] : [{ dataID: 'tank-1', alerts }]))])
    await screen.findByRole('heading', { name: 'North tank' })
    expect(screen.queryByText(/[Tt]riggered/)).toBeNull()
    alerts = 2
    act(() => live.changeAlerts({ alertIDs: [] }))

    const link = await screen.findByRole('link', { name: '2 triggered' })
    expect(link.getAttribute('href')).toBe('/dashboard/tank-1/management/alerts')
  })

  it('misses no alert and no template that changed after it was read, before the stream opened', async () => {
    let alerts = 0
    const { live, server } = open([
      answerTo(listTriggeredUnits, () => (alerts === 0 ? [] : [{ dataID: 'tank-1', alerts }])),
    ])
    await screen.findByRole('heading', { name: 'North tank' })
    const templates = () => server.seen.filter(({ path }) => path === '/api/v1/templates/tank').length
    const before = templates()
    alerts = 1
    act(() => live.open())

    expect(await screen.findByRole('link', { name: 'Triggered' })).toBeDefined()
    expect(templates()).toBe(before + 1)
  })

  // spec 1-4-18
  it('says that it is loading until both are there', async () => {
    open([answerAt(getTemplate, { id: 'tank' }, () => new Promise(() => undefined))])

    expect(await screen.findByText('Loading the unit')).toBeDefined()
    expect(screen.queryByRole('heading', { name: 'North tank' })).toBeNull()
  })

  // spec 1-2-53
  it('has the tab Time Series only if the template has time series', async () => {
    open()
    await screen.findByRole('heading', { name: 'North tank' })

    expect(screen.queryByRole('link', { name: 'Time Series' })).toBeNull()
    cleanup()

    open([answerAt(getTemplate, { id: 'tank' }, () => ({ ...TEMPLATE, timeSeries: { charts: [] } }))])
    expect(await screen.findByRole('link', { name: 'Time Series' })).toBeDefined()
  })

  // spec 1-2-54, 1-2-58
  it('has the tab Events only if the template has events, be there none yet', async () => {
    open()
    await screen.findByRole('heading', { name: 'North tank' })
    expect(screen.queryByRole('link', { name: 'Events' })).toBeNull()
    cleanup()

    const { address } = open([answerAt(getTemplate, { id: 'tank' }, () => ({ ...TEMPLATE, events: [] }))])
    await userEvent.click(await screen.findByRole('link', { name: 'Events' }))
    await waitFor(() => expect(address()).toBe('/dashboard/tank-1/events'))
  })

  // spec 1-2-58
  it('goes to the time series at their own address', async () => {
    const { address } = open([
      answerAt(getTemplate, { id: 'tank' }, () => ({ ...TEMPLATE, timeSeries: { charts: [] } })),
    ])
    await userEvent.click(await screen.findByRole('link', { name: 'Time Series' }))

    expect(await screen.findByText('No charts yet')).toBeDefined()
    expect(address()).toBe('/dashboard/tank-1/time-series')
  })

  it('prefers the own template of the unit', async () => {
    const { server } = open([
      answerTo(listUnits, () => ({ ...UNIT, customTemplate: 'own' })),
      answerAt(getTemplate, { id: 'own' }, () => TEMPLATE),
    ])
    await screen.findByRole('heading', { name: 'North tank' })

    expect(server.seen.map(({ path }) => path)).toContain('/api/v1/templates/own')
    expect(server.seen.map(({ path }) => path)).not.toContain('/api/v1/templates/tank')
  })

  it('follows the changes of its template', async () => {
    let version = 1
    const { live } = open([
      answerAt(getTemplate, { id: 'tank' }, () => ({
        ...TEMPLATE,
        version,
        ...(version === 2 && { timeSeries: { charts: [] } }),
      })),
    ])
    await screen.findByRole('heading', { name: 'North tank' })
    version = 2
    act(() => live.changeTemplate({ templateID: 'tank' as TemplateId, version }))

    expect(await screen.findByRole('link', { name: 'Time Series' })).toBeDefined()
  })

  it('stays while the unit changes over to a template of its own', async () => {
    let answer: (() => void) | undefined
    const { live } = open([
      answerAt(getTemplate, { id: 'own' }, async () => {
        await new Promise<void>((resolve) => {
          answer = resolve
        })
        return { ...TEMPLATE, id: 'own', timeSeries: { charts: [] } }
      }),
    ])
    await screen.findByRole('heading', { name: 'North tank' })
    act(() => live.modify({ ...UNIT, customTemplate: 'own' as TemplateId }))
    await waitFor(() => expect(answer).toBeDefined())
    const meanwhile = screen.queryByText('Loading the unit')
    act(() => answer?.())

    expect(meanwhile).toBeNull()
    expect(await screen.findByRole('link', { name: 'Time Series' })).toBeDefined()
  })

  // spec 1-4-19
  it('follows the changes of the unit', async () => {
    const { live } = open()
    await screen.findByRole('heading', { name: 'North tank' })
    act(() => live.modify({ ...UNIT, friendlyName: 'South tank', lastActivityUTC: new Date().toISOString() }))

    expect(await screen.findByRole('heading', { name: 'South tank' })).toBeDefined()
    expect(screen.getByText('Current')).toBeDefined()
    expect(new Set(live.watched())).toEqual(new Set(['tank-1']))
  })

  it('says Device not found for a unit that is not there', async () => {
    open([answerTo(listUnits, () => failure('unit/not-found'))])

    expect(await screen.findByRole('heading', { name: 'Device not found' })).toBeDefined()
  })

  // spec 1-8-14
  it('says Failed to retrieve data. and tries again when asked', async () => {
    let broken = true
    open([answerAt(getTemplate, { id: 'tank' }, () => (broken ? failure('server/internal') : TEMPLATE))])
    const failed = await screen.findByRole('heading', { name: 'Failed to retrieve data.' })
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

    expect(failed).toBeDefined()
    expect(await screen.findByRole('heading', { name: 'North tank' })).toBeDefined()
  })
})
