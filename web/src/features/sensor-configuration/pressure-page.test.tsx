import { answerAt, answerTo } from '#testing/answers.ts'
import { getMe } from '@fieldwatch/contract/people/users'
import { listApps } from '@fieldwatch/contract/people/apps'
import { listUnits } from '@fieldwatch/contract/units/units'
import { getCurrent } from '@fieldwatch/contract/telemetry/data'
import {
  getAction,
  putAction,
  getActionRequest,
  listConfigurations,
  type ActionRequest,
} from '@fieldwatch/contract/actions/actions'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { answered, buildRequest } from '#testing/build-request.ts'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { renderApp } from '#testing/render-app.tsx'

const AT = '2026-05-06T12:00:00.000Z'

const CONFIGURATION = {
  serial_number_list: [
    { serial_number: 'TD1042', offset: 0, update_frequency: 20, report_interval: 60, name: 'High Street' },
    { serial_number: 'TD1043' },
  ],
}

function open({ update = {} }: { update?: Partial<ActionRequest> } = {}) {
  const me = buildSessionUser({ role: 'admin' })
  return renderApp({
    path: '/dashboard/gateway-1/pressure-sensor',
    user: me,
    routes: [
      answerTo(getMe, () => me),
      answerTo(listApps, () => []),
      answerTo(listUnits, () => buildUnit({ dataID: 'gateway-1', apps: ['Pressure Sensor'] })),
      answerTo(getAction, () => ({ action_id: 41 })),
      answerTo(putAction, () => ({ action_id: 42 })),
      answerAt(getActionRequest, { action_id: '41' }, () =>
        buildRequest({ action_id: 41, ...answered('OK', CONFIGURATION) }),
      ),
      answerAt(getActionRequest, { action_id: '42' }, () => buildRequest({ action_id: 42, ...update })),
      answerTo(listConfigurations, () => ({
        reported: null,
        wanted: null,
        differs: false,
        versions: [],
        pagination: { page: 1, pageSize: 10, total: 0, hasNext: false },
      })),
      answerTo(getCurrent, () => {
        const record = { messageUTC: AT, recieveUTC: AT, TD1042_pressure: 5.204, TD1042_rssi: -84 }
        const details = { records: [record], older: [] }
        return details
      }),
    ],
  })
}

async function openSensor() {
  await userEvent.click(await screen.findByRole('button', { name: 'Configure TD1042' }))
  return within(await screen.findByRole('dialog', { name: 'Sensor TD1042' }))
}

async function enter(dialog: Awaited<ReturnType<typeof openSensor>>, label: RegExp, text: string) {
  const field = dialog.getByLabelText(label)
  await userEvent.clear(field)
  await userEvent.type(field, text)
}

beforeEach(() => window.sessionStorage.clear())

describe('the TDWLB screen', () => {
  // spec 2-2-05, 2-2-61, 2-7-31
  it('lists the sensors by serial number with their last reading', async () => {
    const { seen } = open()
    const table = within(await screen.findByRole('table', { name: 'Pressure sensors' }))

    const row = within(await table.findByRole('row', { name: /TD1042/ }))
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Serial Number',
      'Pressure',
      'Last Reading',
      'Temperature',
      'Battery',
      'Signal',
      'Offset',
      'Update Frequency s',
      'Report Interval s',
    ])
    expect(await row.findByText('5.204 bar')).toBeDefined()
    expect(row.getByText('-84 dBm')).toBeDefined()
    expect(row.getByText('20')).toBeDefined()
    const other = within(table.getByRole('row', { name: /TD1043/ }))
    expect(other.getAllByText('60')).toHaveLength(2)
    expect(other.getAllByText('--').length).toBeGreaterThan(2)
    const asked = new URL(seen.find(({ path }) => path.startsWith('/api/v1/actions?'))?.path ?? '', location.origin)
    expect([asked.searchParams.get('actionClass'), asked.searchParams.get('payload')]).toEqual([
      'Tdwlb',
      'ListConfigInfo',
    ])
  })
})

describe('the dialog of a pressure sensor', () => {
  // spec 2-5-42, 2-5-43, 2-5-44
  it('says at each interval that it does not fit the other, and cannot be saved in the meantime', async () => {
    open()
    const dialog = await openSensor()
    const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' })
    await enter(dialog, /Report interval/, '10')
    expect(dialog.getByText('Report interval cannot be less than update frequency')).toBeDefined()
    expect(save.disabled).toBe(true)

    await enter(dialog, /Report interval/, '30')
    expect(save.disabled).toBe(false)
    await enter(dialog, /Update frequency/, '31')
    expect(dialog.getByText('Update frequency cannot be less than report interval')).toBeDefined()
    expect(dialog.queryByText('Report interval cannot be less than update frequency')).toBeNull()
    expect(save.disabled).toBe(true)
  })

  // spec 2-1-09, 2-2-62
  it('sends the whole list, and is confirmed by an OK', async () => {
    const { seen } = open({ update: answered('OK') })
    const dialog = await openSensor()
    await enter(dialog, /Offset/, '-0.25')
    await enter(dialog, /Report interval/, '90')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))

    expect(await screen.findByText('TD1042 was changed.')).toBeDefined()
    const { body } = seen.find(({ method }) => method === 'PUT') ?? {}
    expect(body).toEqual({
      dataID: 'gateway-1',
      actionClass: 'Tdwlb',
      version: 41,
      payload: {
        UpdateConfig: {
          serial_number_list: [
            { serial_number: 'TD1042', offset: -0.25, update_frequency: 20, report_interval: 90, name: 'High Street' },
            { serial_number: 'TD1043', offset: 0, update_frequency: 60, report_interval: 60 },
          ],
        },
      },
    })
  })
})
