import { answerAt, answerTo, failure, type Answer } from '#testing/answers.ts'
import { listUnits } from '@fieldwatch/contract/units/units'
import { getActionOptions } from '@fieldwatch/contract/actions/actions'
import { EditorView } from '@codemirror/view'
import {
  listActionBatches,
  createActionBatch,
  getActionBatch,
  stopActionBatch,
  type ActionBatchTable,
  type BatchUnit,
} from '@fieldwatch/contract/actions/action-batches'
import { ACTION_OPTIONS } from '@fieldwatch/contract/actions/action-options'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { renderApp } from '#testing/render-app.tsx'

const AT = '2026-05-06T12:00:00.000Z'
const FLEET = [
  buildUnit({ dataID: 'pump-1', friendlyName: 'North pump' }),
  buildUnit({ dataID: 'pump-2', friendlyName: 'South pump' }),
  buildUnit({ dataID: 'tank-1', friendlyName: 'Harbour tank', sharedWith: ['Harbour'] }),
  buildUnit({ dataID: 'well-1', friendlyName: 'Old well', active: false }),
]

type Routes = readonly Answer[]

function buildMember(parts: Partial<Omit<BatchUnit, 'dataID'>> & { dataID: string }): BatchUnit {
  const nothing = {
    action_id: null,
    status: null,
    notSentReason: null,
    createdUTC: null,
    handedOverUTC: null,
    endedUTC: null,
  }
  return { friendlyName: parts.dataID, state: 'queued', ...nothing, ...parts, dataID: parts.dataID as DataId }
}

function buildBatch(parts: Partial<ActionBatchTable> = {}): ActionBatchTable {
  return {
    batchID: 12,
    actionClass: 'Unit',
    method: 'POST',
    action: 'Reboot',
    payload: 'Reboot',
    state: 'first',
    stopReason: null,
    stopAfter: 1,
    createdUTC: AT,
    createdBy: 'Ada Lovelace',
    endedUTC: null,
    counts: { units: 2, open: 2, ok: 0, failed: 0, leftOut: 0 },
    units: [
      buildMember({ dataID: 'pump-1', friendlyName: 'North pump', state: 'handed-over', handedOverUTC: AT }),
      buildMember({ dataID: 'pump-2', friendlyName: 'South pump' }),
    ],
    ...parts,
  }
}

const stopped = buildBatch({
  state: 'stopped',
  stopReason: 'failures',
  endedUTC: AT,
  counts: { units: 2, open: 0, ok: 0, failed: 1, leftOut: 1 },
  units: [
    buildMember({ dataID: 'pump-1', friendlyName: 'North pump', state: 'answered', status: 'BUSY', endedUTC: AT }),
    buildMember({ dataID: 'pump-2', friendlyName: 'South pump', state: 'left-out' }),
  ],
})

interface Setting {
  path?: string
  role?: 'admin' | 'viewer'
  routes?: Routes
}

function open({ path = '/dashboard', role = 'admin', routes = [] }: Setting = {}) {
  return renderApp({
    path,
    user: buildSessionUser({ role }),
    routes: [
      answerTo(listUnits, () => FLEET),
      answerTo(getActionOptions, () => ACTION_OPTIONS),
      answerTo(listActionBatches, () => ({
        batches: [],
        pagination: { page: 1, pageSize: 1, total: 0, hasNext: false },
      })),
      answerTo(createActionBatch, () => buildBatch()),
      answerAt(getActionBatch, { batchID: '12' }, () => buildBatch()),
      ...routes,
    ],
  })
}

const begin = async () => userEvent.click(await screen.findByRole('button', { name: 'Select units' }))
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` })

/** The dialog in which the request is entered, for those that are named. */
async function openForm(...names: string[]) {
  await begin()
  await screen.findByText('0 selected')
  for (const name of names) await userEvent.click(box(name))
  await press('Actions')
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Send request/ }))
  const view = EditorView.findFromDOM(await screen.findByRole('textbox', { name: 'Payload' }))
  if (view === null) throw new Error('There is no editor')
  return view
}

beforeEach(() => window.sessionStorage.clear())

describe('the choice of units for a request', () => {
  it('is for admins', async () => {
    open({ role: 'viewer', path: '/dashboard?batch=12' })
    await screen.findByText('North pump')

    expect(screen.queryByRole('button', { name: 'Select units' })).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('outlives search and filter, and is forgotten with its end', async () => {
    open()
    await screen.findByText('North pump')
    await begin()
    await screen.findByText('0 selected')
    await userEvent.click(screen.getByText('South pump'))
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search Units' }), 'north')
    await press('Select all 1 shown')
    await userEvent.clear(screen.getByRole('searchbox', { name: 'Search Units' }))
    await screen.findByText('South pump')

    expect(screen.getByText('2 selected')).toBeDefined()
    expect([box('North pump').checked, box('South pump').checked, box('Harbour tank').checked]).toEqual([
      true,
      true,
      false,
    ])
    await press('Cancel')
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(screen.getByRole('link', { name: /North pump/ })).toBeDefined()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Select units' }))
    await begin()
    expect(await screen.findByText('0 selected')).toBeDefined()
  })

  it('takes all from the one that was chosen last with shift', async () => {
    open()
    await screen.findByText('North pump')
    await begin()
    await screen.findByText('0 selected')
    const user = userEvent.setup()
    await user.click(box('Harbour tank'))
    await user.keyboard('{Shift>}')
    await user.click(box('South pump'))
    await user.keyboard('{/Shift}')

    expect(screen.getByText('4 selected')).toBeDefined()
  })

  it('draws only the boxes that can be seen, takes all that are shown, and sends to no more than a batch may have', async () => {
    const fleet = Array.from({ length: 600 }, (_, n) => buildUnit({ dataID: `unit-${n}`, friendlyName: `Unit ${n}` }))
    open({ routes: [answerTo(listUnits, () => fleet)] })
    await screen.findByText('Unit 0')
    await begin()
    await press('Select all 600 shown')

    expect(screen.getByText('600 selected')).toBeDefined()
    await press('Actions')
    const send = await screen.findByRole<HTMLButtonElement>('menuitem', { name: /^Send request…\s*At most 500/ })
    expect(send.disabled).toBe(true)
    expect(screen.getAllByRole('checkbox').length).toBeLessThan(100)
  })
})

describe('a request to many units', () => {
  it('is sent once a disruptive one was confirmed, however often the button is pressed, and then shows what becomes of it', async () => {
    const { seen, app } = open()
    await screen.findByText('North pump')
    await openForm('North pump', 'South pump')
    const dialog = within(screen.getByRole('dialog', { name: 'Send request to 2 units' }))
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Setting' }), 'Unit')
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Request' }), 'Reboot')
    await userEvent.clear(dialog.getByRole('textbox', { name: 'Stop after failures' }))
    await userEvent.type(dialog.getByRole('textbox', { name: 'Stop after failures' }), '2')
    await userEvent.dblClick(dialog.getByRole('button', { name: 'Send' }))
    const question = within(await screen.findByRole('dialog', { name: 'Send Reboot to 2 units?' }))
    expect(seen.filter(({ method, path }) => method === 'POST' && path === '/api/v1/actions/batches')).toEqual([])
    await userEvent.dblClick(question.getByRole('button', { name: 'Send Reboot' }))

    const table = await screen.findByRole('dialog', { name: 'Reboot to 2 units' })
    expect(within(table).getByText('0 OK · 0 not OK · 2 to go')).toBeDefined()
    const posts = seen.filter(({ method, path }) => method === 'POST' && path === '/api/v1/actions/batches')
    expect(posts.map(({ body }) => body)).toEqual([
      {
        dataIDs: ['pump-1', 'pump-2'],
        actionClass: 'Unit',
        method: 'POST',
        payload: 'Reboot',
        expiresInSeconds: 86_400,
        stopAfter: 2,
      },
    ])
    expect(posts[0]?.idempotencyKey).toMatch(/^[0-9a-f]{32}$/)
    expect(app.router.state.location.search).toEqual({ batch: 12 })
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  it('asks nothing when a payload of its own was sent', async () => {
    open()
    await screen.findByText('North pump')
    const view = await openForm('North pump')
    act(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: '"ListMore"' } }))
    await press('Send')

    expect(await screen.findByRole('dialog', { name: 'Reboot to 2 units' })).toBeDefined()
    expect(screen.queryByText('Leave without saving?')).toBeNull()
  })

  it('names the units that cannot get it, and leaves them out', async () => {
    const { seen } = open()
    await screen.findByText('North pump')
    await openForm('North pump', 'Harbour tank', 'Old well')

    expect(screen.getByText('Also belong to other entities, and will be skipped: Harbour tank')).toBeDefined()
    expect(screen.getByText("Deactivated, and can't receive requests: Old well")).toBeDefined()
    await press('Send')
    await screen.findByRole('dialog', { name: 'Reboot to 2 units' })
    expect(seen.find(({ method, path }) => method === 'POST' && path.endsWith('/batches'))?.body).toMatchObject({
      dataIDs: ['pump-1'],
    })
  })

  it('names the units that are gone when the server refuses them', async () => {
    let fleet = FLEET
    open({
      routes: [
        answerTo(listUnits, () => fleet),
        answerTo(createActionBatch, () => {
          fleet = FLEET.slice(0, 1)
          return failure('unit/not-found')
        }),
      ],
    })
    await screen.findByText('North pump')
    await openForm('North pump', 'South pump')
    await press('Send')

    expect(await screen.findByText('The sentence of unit/not-found.')).toBeDefined()
    expect(await screen.findByText('No longer available to you, and will be skipped: South pump')).toBeDefined()
    expect(screen.getByRole('dialog', { name: 'Send request to 1 unit' })).toBeDefined()
  })

  it('is not sent with malformed JSON or a limit that is none', async () => {
    const { seen } = open()
    await screen.findByText('North pump')
    const view = await openForm('North pump')
    act(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: '{"a": ' } }))
    await userEvent.clear(screen.getByRole('textbox', { name: 'Stop after failures' }))
    await press('Send')

    expect(await screen.findByText('Enter a whole number from 1 to 500.')).toBeDefined()
    expect(screen.getByText('Invalid JSON format')).toBeDefined()
    expect(seen.some(({ method, path }) => method === 'POST' && path.endsWith('/batches'))).toBe(false)
  })

  it('opens again by its address, follows what becomes of it, and says why it stopped', async () => {
    let batch = buildBatch()
    open({ path: '/dashboard?batch=12', routes: [answerAt(getActionBatch, { batchID: '12' }, () => batch)] })
    const dialog = within(await screen.findByRole('dialog', { name: 'Reboot to 2 units' }))
    expect(dialog.getByText('Sending to one unit first. The others get it when a unit has answered OK.')).toBeDefined()
    expect(dialog.getByRole('row', { name: /North pump/ }).textContent).toContain('The unit has received the request')
    batch = stopped

    await waitFor(() => expect(dialog.getByRole('row', { name: /North pump/ }).textContent).toContain('BUSY'), {
      timeout: 5000,
    })
    expect(dialog.getByRole('row', { name: /South pump/ }).textContent).toContain('Not sent')
    expect(dialog.getByText('Stopped after 1 failure. Requests that no unit had received were not sent.')).toBeDefined()
    expect(dialog.queryByRole('button', { name: 'Stop' })).toBeNull()
  })

  it('is stopped by a button, and leaves the address with the dialog', async () => {
    const { seen, app } = open({
      path: '/dashboard?batch=12',
      routes: [answerAt(stopActionBatch, { batchID: '12' }, () => ({ ...stopped, stopReason: 'cancelled' }))],
    })
    await userEvent.dblClick(await screen.findByRole('button', { name: 'Stop' }))

    expect(await screen.findByText('Stopped. Requests that no unit had received were not sent.')).toBeDefined()
    expect(seen.filter(({ path }) => path.endsWith('/stop'))).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(app.router.state.location.search).toEqual({}))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('says in a sentence that there is no such request', async () => {
    open({
      path: '/dashboard?batch=12',
      routes: [answerAt(getActionBatch, { batchID: '12' }, () => failure('action/batch-not-found'))],
    })

    expect(await screen.findByText('The sentence of action/batch-not-found.')).toBeDefined()
  })

  it('is found again among the units that are chosen for the next', async () => {
    const { units: _units, ...newest } = buildBatch()
    open({
      routes: [
        answerTo(listActionBatches, () => ({
          batches: [newest],
          pagination: { page: 1, pageSize: 1, total: 1, hasNext: false },
        })),
      ],
    })
    await screen.findByText('North pump')
    await begin()
    await press('Last sent: Reboot to 2 units')

    expect(await screen.findByRole('dialog', { name: 'Reboot to 2 units' })).toBeDefined()
  })
})
