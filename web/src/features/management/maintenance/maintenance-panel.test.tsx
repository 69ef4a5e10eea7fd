import { answerTo, failure, type Answer } from '#testing/answers.ts'
import { getMe } from '@fieldwatch/contract/people/users'
import { listApps } from '@fieldwatch/contract/people/apps'
import { listUnits } from '@fieldwatch/contract/units/units'
import { listSims } from '@fieldwatch/contract/units/sims'
import {
  listMaintenance,
  addMaintenance,
  removeMaintenance,
  type MaintenanceWindow,
} from '@fieldwatch/contract/alerts/alert-history'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { renderApp } from '#testing/render-app.tsx'

const user = userEvent.setup()
const unit = buildUnit({ dataID: 'tank-01', friendlyName: 'North tank' })

const going: MaintenanceWindow = {
  maintenanceID: 7,
  dataID: 'tank-01' as DataId,
  fromUTC: new Date(Date.now() - 3_600_000).toISOString(),
  toUTC: new Date(Date.now() + 3_600_000).toISOString(),
  comment: 'New pump',
  by: 'Grace Hopper',
}

function open({ role = 'admin', windows = [], routes = [], shared = [] }: Setting = {}) {
  const me = buildSessionUser({ role })
  let listed = windows
  return renderApp({
    path: '/dashboard/tank-01/management',
    user: me,
    routes: [
      answerTo(getMe, () => me),
      answerTo(listApps, () => []),
      answerTo(listUnits, () => ({ ...unit, sharedWith: shared })),
      answerTo(listSims, () => []),
      answerTo(listMaintenance, () => listed),
      answerTo(addMaintenance, () => {
        listed = [going]
        return going
      }),
      answerTo(removeMaintenance, () => {
        listed = []
        return undefined
      }),
      ...routes,
    ],
  })
}

interface Setting {
  role?: 'admin' | 'viewer'
  windows?: MaintenanceWindow[]
  shared?: string[]
  routes?: readonly Answer[]
}

const panel = async () => within(await screen.findByRole('region', { name: 'Maintenance' }))

beforeEach(() => window.sessionStorage.clear())

describe('the maintenance of a unit', () => {
  it('shows to everyone until when it is, who set it and why, and only to admins how to change it', async () => {
    open({ role: 'viewer', windows: [going] })

    const maintenance = await panel()
    expect(await maintenance.findByText(/^Now, until /)).toBeDefined()
    expect(maintenance.getByText('Set by Grace Hopper')).toBeDefined()
    expect(maintenance.getByText('New pump')).toBeDefined()
    expect(maintenance.queryByRole('button')).toBeNull()
  })

  it('is set once by a double click, for as long as one press says', async () => {
    const { seen } = open()
    const maintenance = await panel()
    expect(await maintenance.findByText('No maintenance in progress or planned.')).toBeDefined()
    await user.click(maintenance.getByRole('button', { name: 'Set maintenance' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Set maintenance window' }))

    await user.click(dialog.getByRole('button', { name: '4 hours' }))
    await user.type(dialog.getByLabelText('Comment'), 'New pump')
    await user.dblClick(dialog.getByRole('button', { name: 'Set' }))

    expect(await maintenance.findByText(/^Now, until /)).toBeDefined()
    const sent = seen.filter(({ method }) => method === 'POST').filter(({ path }) => path.endsWith('/maintenance'))
    expect(sent.map(({ body }) => body)).toEqual([
      { dataID: 'tank-01', comment: 'New pump', from: expect.any(String), to: expect.any(String) },
    ])
    const [{ from, to }] = sent.map(({ body }) => body as { from: string; to: string }) as [
      { from: string; to: string },
    ]
    expect(Date.parse(to) - Date.parse(from)).toBe(4 * 3_600_000)
  })

  it('says beside the field what the portal does not take, and keeps what was entered', async () => {
    const { seen } = open({ routes: [answerTo(addMaintenance, () => failure('access/forbidden'))] })
    const maintenance = await panel()
    await user.click(await maintenance.findByRole('button', { name: 'Set maintenance' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Set maintenance window' }))
    await user.clear(dialog.getByRole('textbox', { name: 'Until' }))
    await user.click(dialog.getByRole('button', { name: 'Set' }))
    expect(await dialog.findByText('Choose a day and a time.')).toBeDefined()
    expect(seen.some(({ method, path }) => method === 'POST' && path.endsWith('/maintenance'))).toBe(false)

    await user.click(dialog.getByRole('button', { name: '1 hour' }))
    await user.type(dialog.getByLabelText('Comment'), 'New pump')
    await user.click(dialog.getByRole('button', { name: 'Set' }))

    expect(await dialog.findByText('The sentence of access/forbidden.')).toBeDefined()
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Comment').value).toBe('New pump')
  })

  it('is ended after a question', async () => {
    const { seen } = open({ windows: [going] })
    const maintenance = await panel()
    await user.click(await maintenance.findByRole('button', { name: /^End Now, until / }))
    const question = within(await screen.findByRole('dialog', { name: 'End maintenance?' }))

    await user.click(question.getByRole('button', { name: 'End maintenance' }))

    expect(await maintenance.findByText('No maintenance in progress or planned.')).toBeDefined()
    expect(seen.find(({ method }) => method === 'DELETE')?.body).toEqual({ dataID: 'tank-01', maintenanceID: 7 })
  })

  it('that another person ended in the meantime is gone from the list, and of one that could not be ended it says why', async () => {
    let windows = [going]
    open({
      routes: [
        answerTo(listMaintenance, () => windows),
        answerTo(removeMaintenance, () => failure('alert/no-maintenance')),
      ],
    })
    const maintenance = await panel()
    const end = async () => {
      await user.click(await maintenance.findByRole('button', { name: /^End Now, until / }))
      await user.click(await screen.findByRole('button', { name: 'End maintenance' }))
    }
    await end()
    expect(await maintenance.findByText('The sentence of alert/no-maintenance.')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    windows = []
    await end()

    expect(await maintenance.findByText('No maintenance in progress or planned.')).toBeDefined()
  })

  it('of a unit that belongs to others too is theirs as well', async () => {
    open({ shared: ['Harbour'] })

    const set = await (
      await panel()
    ).findByRole('button', { name: 'Set maintenance', description: /belongs to Harbour/ })
    expect(set.getAttribute('aria-disabled')).toBe('true')
  })
})
