import { buildTemplate } from '#testing/build-template.ts'
import { type Call, type Answer, answerAt, answerTo, failure } from '#testing/answers.ts'
import { listUnits, setPausedData } from '@fieldwatch/contract/units/units'
import { getTemplate } from '@fieldwatch/contract/templates/templates'
import { getCurrent } from '@fieldwatch/contract/telemetry/data'
import type { TemplateId } from '@fieldwatch/contract/api/ids'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { buildUnit } from '#testing/build-unit.ts'
import { createFakeServer, type SeenRequest } from '#testing/fake-server.ts'
import { renderUnit } from '#testing/render-unit.tsx'

const UNIT = buildUnit({ dataID: 'panel-1', friendlyName: 'Panel', defaultTemplate: 'panel' as TemplateId })
const AT = '2026-05-06T12:00:00.000Z'

function answer({ body: { subject } }: Call<typeof getCurrent>) {
  if (subject === 'ph') return failure('data/not-found')
  const fields = subject === 'nitrate' ? { analyte_value: 162.43 } : { temperature: 19 }
  const records = [{ messageUTC: AT, recieveUTC: AT, ...fields }]
  return { records, older: [] }
}

function open({ pageTechTools = true, routes = [] }: { pageTechTools?: boolean; routes?: readonly Answer[] } = {}) {
  const server = createFakeServer([
    answerTo(listUnits, () => UNIT),
    answerAt(getTemplate, { id: 'panel' }, () =>
      buildTemplate({ id: 'panel', title: 'Panel', timeSeries: { pageTechTools, charts: [] } }),
    ),
    answerTo(getCurrent, answer),
    ...routes,
  ])
  return { server, ...renderUnit(server.fetch, '/dashboard/panel-1/time-series') }
}

const card = async (name: string) => within(await screen.findByRole('region', { name: `Newest ${name}` }))

describe('the sensor tools panel', () => {
  // spec 1-2-76, 2-2-06
  it('is there only when the template says so', async () => {
    open({ pageTechTools: false })
    await screen.findByText('No charts yet')

    expect(screen.queryByRole('region', { name: 'Sensor tools' })).toBeNull()
  })

  // spec 2-1-14, 2-2-63, 2-2-64, 2-7-17
  it('has a card for each sensor with its newest value and when it came', async () => {
    const { server } = open()
    const nitrate = await card('NO3-')

    expect(await nitrate.findByText('162.43')).toBeDefined()
    expect(nitrate.getByText('Value')).toBeDefined()
    expect(nitrate.getByText('Last Updated')).toBeDefined()
    expect(server.seen.find(({ path }) => path === '/api/v1/data/current')?.body).toEqual({
      dataID: 'panel-1',
      subject: 'nitrate',
      limit: 1,
      fields: [],
    })
    expect(screen.getByRole('region', { name: 'Newest K+' })).toBeDefined()
    expect(screen.getByRole('region', { name: 'Newest pH' })).toBeDefined()
  })

  it('continues while the charts show the past, and when they are live again', async () => {
    const { live, go } = open()
    const nitrate = await card('NO3-')
    await nitrate.findByText('162.43')
    const send = (minute: number, value: number) => {
      const at = `2026-05-06T12:0${minute}:00.000Z`
      act(() => live.send('nitrate', { messageUTC: at, recieveUTC: at, analyte_value: value }))
    }

    act(() => go('/dashboard/panel-1/time-series?history=yesterday'))
    await screen.findByText(/^Historical, /)
    send(1, 170)
    expect(await nitrate.findByText('170')).toBeDefined()
    act(() => go('/dashboard/panel-1/time-series'))
    await screen.findByText('Live, last 24 hours')
    send(2, 171)
    expect(await nitrate.findByText('171')).toBeDefined()
  })

  it('says what is missing when the stream will bring nothing', async () => {
    const { live } = open()
    await card('NO3-')
    act(() => live.report({ kind: 'lost' }))

    expect((await (await card('K+')).findAllByText('Could not retrieve data')).length).toBeGreaterThan(0)
    expect((await (await card('pH')).findAllByText('Unknown')).length).toBeGreaterThan(0)
  })

  it('shows a value as it arrives', async () => {
    const { live } = open()
    const nitrate = await card('NO3-')
    await nitrate.findByText('162.43')
    const messageUTC = '2026-05-06T12:00:15.000Z'
    act(() => live.send('nitrate', { messageUTC, recieveUTC: messageUTC, analyte_value: 171 }))

    expect(await nitrate.findByText('171')).toBeDefined()
  })

  // spec 2-1-15, 2-2-65, 2-3-20, 2-4-01, 2-4-02, 2-9-18
  it('pauses the measurements, and resumes them', async () => {
    const paused = { ...UNIT, pausedData: ['sensor_PAGESensor'] }
    const { server } = open({
      routes: [
        answerTo(setPausedData, ({ body }: SeenRequest) =>
          (body as { pause?: string[] }).pause === undefined ? UNIT : paused,
        ),
      ],
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Pause Measurements' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Resume Measurements' }))

    expect(await screen.findByRole('button', { name: 'Pause Measurements' })).toBeDefined()
    expect(server.seen.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { dataID: 'panel-1', pause: ['sensor_PAGESensor'] },
      { dataID: 'panel-1', resume: ['sensor_PAGESensor'] },
    ])
  })

  // spec 2-4-03
  it('knows from the unit that its measurements are paused', async () => {
    open({ routes: [answerTo(listUnits, () => ({ ...UNIT, pausedData: ['sensor_PAGESensor'] }))] })

    expect(await screen.findByRole('button', { name: 'Resume Measurements' })).toBeDefined()
  })

  it('of a unit that belongs to others too cannot be paused, and says why on the button', async () => {
    const shared = { ...UNIT, sharedWith: ['Harbour', 'South'] }
    const { server } = open({ routes: [answerTo(listUnits, () => shared)] })
    const reason = 'This unit belongs to Harbour and South too. Only an admin of all of its entities can change this.'
    const button = await screen.findByRole('button', { name: 'Pause Measurements', description: reason })

    expect(button.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(button)
    expect((await screen.findByRole('tooltip')).textContent).toBe(reason)
    expect(server.seen.filter(({ method }) => method === 'PUT')).toEqual([])
  })

  it('says what the server says when pausing fails', async () => {
    open({ routes: [answerTo(setPausedData, () => failure('access/forbidden'))] })
    await userEvent.click(await screen.findByRole('button', { name: 'Pause Measurements' }))

    expect((await screen.findByRole('alert')).textContent).toBe('The sentence of access/forbidden.')
  })

  // spec 2-1-15, 2-2-65, 2-2-66, 2-9-19
  it('opens the calibration in a sandboxed frame of our own', async () => {
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Calibrate' }))
    const frame = await screen.findByTitle<HTMLIFrameElement>('Sensor calibration', {}, { timeout: 5000 })

    expect(new URL(frame.src).pathname).toBe('/page_blth_app')
    expect(new URL(frame.src).searchParams.get('dataID')).toBe('panel-1')
    expect(frame.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin')
  })

  // spec 2-2-65
  it('offers to export the data', async () => {
    open()

    expect(await screen.findByRole('button', { name: 'Export Data' })).toBeDefined()
  })
})
