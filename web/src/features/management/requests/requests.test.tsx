import { type Reply, answerAt, answerTo, failure } from '#testing/answers.ts'
import { EditorView } from '@codemirror/view'
import { ACTION_OPTIONS } from '@fieldwatch/contract/actions/action-options'
import {
  getActionOptions,
  getAction,
  putAction,
  postAction,
  listActionRequests,
  cancelAction,
  type ActionRequest,
} from '@fieldwatch/contract/actions/actions'
import { getCollections, queryData, type DataRecord, type FieldValue } from '@fieldwatch/contract/telemetry/data'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { answered, buildRequest } from '#testing/build-request.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { createFakeLive } from '#testing/fake-live.ts'
import { renderPart } from '#testing/render-part.tsx'
import { pressTwice } from '#testing/press-twice.ts'
import { LiveContext } from '#platform/live/live-context.ts'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { RequestForm } from './request-form.tsx'
import { RequestHistoryPanel } from './request-history-panel.tsx'

const UNIT = buildUnit({ dataID: 'gateway-1', connected: false })
const timeOf = (minute: number) => new Date(Date.UTC(2026, 4, 6, 12, minute)).toISOString()
const textAt = (minute: number) => formatMoment(Date.parse(timeOf(minute)), '24Hour')

type Routes = NonNullable<Parameters<typeof renderPart>[1]>['routes']

function open(part: ReactNode, routes: Routes = []) {
  const live = createFakeLive()
  return { live, ...renderPart(<LiveContext value={live.client}>{part}</LiveContext>, { routes }) }
}

function openForm(routes: Routes = []) {
  return open(<RequestForm unit={UNIT} />, [
    answerTo(getActionOptions, () => ACTION_OPTIONS),
    answerTo(getAction, () => ({ action_id: 42 })),
    answerTo(putAction, () => ({ action_id: 42 })),
    ...routes,
  ])
}

async function editor(): Promise<EditorView> {
  const view = EditorView.findFromDOM(await screen.findByRole('textbox', { name: 'Payload' }))
  if (view === null) throw new Error('There is no editor')
  return view
}

const type = (view: EditorView, insert: string) =>
  act(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert } }))

describe('the form of a request', () => {
  // spec 2-1-07, 2-2-47, 2-8-08
  it('is built from the options, and says Request sent, which it is once', async () => {
    const { seen } = openForm()
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Setting' }), 'TDWLB')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Request' }), 'Update')
    const view = await editor()
    expect(JSON.parse(view.state.doc.toString())).toEqual({ UpdateConfig: {} })
    type(view, '{"UpdateConfig": {"serial_number_list": []}}')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Expires after' }), '1 hour')
    pressTwice(screen.getByRole('button', { name: 'Send' }))

    expect(await screen.findByText('Request sent')).toBeDefined()
    expect(screen.getByText(/^ID # 42/)).toBeDefined()
    expect(seen[0]?.path).toBe('/api/v1/actions/options?version=1')
    const sent = seen.filter(({ method }) => method === 'PUT')
    expect(sent.map(({ body }) => body)).toEqual([
      {
        dataID: 'gateway-1',
        actionClass: 'Tdwlb',
        payload: { UpdateConfig: { serial_number_list: [] } },
        expiresInSeconds: 3600,
      },
    ])
    expect(sent[0]?.idempotencyKey).toMatch(/^[0-9a-f]{32}$/)
  })

  it('sends nothing else while a request is on its way, though a field is changed in the meantime', async () => {
    const answer = Promise.withResolvers<Reply<typeof getAction>>()
    const { seen } = openForm([answerTo(getAction, () => answer.promise)])
    await editor()
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Expires after' }), '1 hour')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    answer.resolve({ action_id: 42 })

    expect(await screen.findByText('Request sent')).toBeDefined()
    expect(seen.filter(({ path }) => path.startsWith('/api/v1/actions?'))).toHaveLength(1)
  })

  // spec 2-2-52, 2-8-12
  it('refuses malformed JSON with Invalid JSON format, and sends nothing', async () => {
    const { seen } = openForm()
    type(await editor(), '{"UpdateConfig": ')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))

    expect(screen.getByRole('alert').textContent).toBe('Invalid JSON format')
    expect(seen.map(({ path }) => path)).toEqual(['/api/v1/actions/options?version=1'])
  })

  // spec 2-8-09
  it('says Request failed, and why, and keeps what was entered', async () => {
    openForm([answerTo(getAction, () => failure('action/too-many'))])
    const view = await editor()
    type(view, '"ListEverything"')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))

    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Request failed')
    expect(alert.textContent).toContain('The sentence of action/too-many.')
    expect(view.state.doc.toString()).toBe('"ListEverything"')
  })

  it('asks before a reboot, naming the unit, and sends nothing when the answer is no', async () => {
    const { seen } = openForm([answerTo(postAction, () => ({ action_id: 42 }))])
    const sent = () => seen.filter(({ method }) => method === 'POST')
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Setting' }), 'Unit')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Request' }), 'Reboot')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    const question = await screen.findByRole('dialog', { name: `Send Reboot to ${UNIT.friendlyName}?` })
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent()).toEqual([])

    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Send Reboot' }))

    expect(await screen.findByText('Request sent')).toBeDefined()
    expect(sent().map(({ body }) => body)).toMatchObject([{ dataID: 'gateway-1', payload: 'Reboot' }])
  })

  it('of a unit that is deactivated cannot be sent, and says why', async () => {
    open(<RequestForm unit={{ ...UNIT, active: false }} />, [answerTo(getActionOptions, () => ACTION_OPTIONS)])

    expect(await screen.findByRole<HTMLButtonElement>('button', { name: 'Send' })).toHaveProperty('disabled', true)
    expect(screen.getByText(/^This unit is deactivated and can't receive requests/)).toBeDefined()
  })

  it('of a unit that belongs to others too sends nothing, and says why', async () => {
    const shared = { ...UNIT, sharedWith: ['Harbour'] }
    const { seen } = open(<RequestForm unit={shared} />, [answerTo(getActionOptions, () => ACTION_OPTIONS)])
    await userEvent.click(await screen.findByRole('button', { name: 'Send' }))

    expect(screen.getAllByText(/^This unit belongs to Harbour too/).length).toBeGreaterThan(0)
    expect(seen.map(({ path }) => path)).toEqual(['/api/v1/actions/options?version=1'])
  })
})

function record(minute: number, fields: Record<string, FieldValue>): DataRecord {
  return { messageUTC: timeOf(minute), recieveUTC: timeOf(minute), ...fields }
}

const asked = (minute: number, id: number, payload = 'Reboot') =>
  record(minute, { action_id: id, actionClass: 'Unit', method: 'POST', action: 'Reboot', payload })
const came = (minute: number, id: number, status: string, payload: string | null = null) =>
  record(minute, { action_id: id, actionClass: 'Unit', action: 'Reboot', status, payload })

const STATUS = { expired: 'TIMEOUT', cancelled: 'CANCELLED', 'not-sent': 'NOT_SENT' } as const

interface History {
  requests?: DataRecord[]
  results?: DataRecord[]
  places?: () => ActionRequest[]
}

function openHistory({ requests = [], results = [], places = () => [] }: History, routes: Routes = []) {
  return open(<RequestHistoryPanel unit={UNIT} />, [
    answerTo(getActionOptions, () => ACTION_OPTIONS),
    answerTo(listActionRequests, () => {
      const list = places()
      return { requests: list, pagination: { page: 1, pageSize: 100, total: list.length, hasNext: false } }
    }),
    answerAt(getCollections, { dataID: 'gateway-1' }, () => {
      const known = [
        ...(requests.length > 0 ? ['action_request'] : []),
        ...(results.length > 0 ? ['action_result'] : []),
      ]
      return known.map((name) => ({ name, type: {}, lastUpdateUTC: null }))
    }),
    answerTo(queryData, ({ body: { dataID, subject } }) => {
      const data = subject === 'action_request' ? requests : results
      return { data, pagination: { dataID, subject, hasNext: false } }
    }),
    ...routes,
  ])
}

/** The cells of the row of a request. */
async function cellsOf(id: number): Promise<(string | null)[]> {
  const button = await screen.findByRole('button', { name: `Show request ${id}` })
  const row = button.closest('tr')
  if (row === null) throw new Error('There is no such row')
  return within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
}

describe('the history of requests', () => {
  // spec 2-2-48, 2-2-50, 2-3-36
  it('has the columns of the specification', async () => {
    openHistory({ requests: [asked(1, 7)] })
    await screen.findByRole('button', { name: 'Show request 7' })

    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'ID #',
      'Setting',
      'Request',
      'Time Sent',
      'Time Completed',
      'Status',
      'Payload',
    ])
  })

  // spec 2-7-14
  it('reads both sources through the Data API', async () => {
    const { seen } = openHistory({ requests: [asked(1, 7)], results: [came(2, 7, 'OK')] })
    await cellsOf(7)

    const bodies = seen.filter(({ path }) => path === '/api/v1/data/').map(({ body }) => body)
    expect(bodies).toEqual(
      ['action_request', 'action_result'].map((subject) => ({
        dataID: 'gateway-1',
        subject,
        sort: { field: 'messageUTC', direction: 'desc' },
        limit: 1000,
      })),
    )
  })

  // spec 2-4-08, 2-7-15
  it('is PENDING until the result comes by the stream, and completed when that is OK', async () => {
    const { live } = openHistory({ requests: [asked(1, 7)] })
    expect((await cellsOf(7)).slice(0, 6)).toEqual(['7', 'Unit', 'Reboot', textAt(1), '--', 'PENDING'])
    act(() => live.send('action_result', came(3, 7, 'OK', 'up again')))

    await waitFor(async () => expect((await cellsOf(7)).slice(3, 6)).toEqual([textAt(1), textAt(3), 'OK']))
    act(() => live.send('action_request', asked(4, 8)))
    expect((await cellsOf(8))[5]).toBe('PENDING')
    act(() => live.send('action_result', came(5, 8, 'BUSY')))
    await waitFor(async () => expect((await cellsOf(8)).slice(4, 6)).toEqual(['--', 'BUSY']))
  })

  it('keeps a request that comes while the history is read again, which may have begun before it', async () => {
    const answered = Promise.withResolvers<undefined>()
    let reads = 0
    const { live } = openHistory({}, [
      answerAt(getCollections, { dataID: 'gateway-1' }, async () => {
        reads += 1
        if (reads > 4) return [{ name: 'action_request', type: {}, lastUpdateUTC: null }]
        if (reads > 2) await answered.promise
        return []
      }),
      answerTo(queryData, ({ body: { dataID, subject } }) => {
        return { data: [asked(1, 7)], pagination: { dataID, subject, hasNext: false } }
      }),
    ])
    await screen.findByText(/^No requests yet/)
    act(() => {
      for (const subject of ['action_request', 'action_result']) live.join(subject)
    })
    await waitFor(() => expect(reads).toBe(4))
    act(() => live.send('action_request', asked(1, 7)))
    await cellsOf(7)
    answered.resolve(undefined)

    await waitFor(() => expect(reads).toBe(5))
    expect((await cellsOf(7))[5]).toBe('PENDING')
  })

  it('says below the status where a request is', async () => {
    let state: Partial<ActionRequest> = {}
    const { live } = openHistory({ requests: [asked(1, 7)], places: () => [buildRequest({ action_id: 7, ...state })] })

    expect((await cellsOf(7))[5]).toContain('PENDINGThe unit is not connected. The request waits for it.')
    state = { state: 'handed-over', handedOverUTC: timeOf(2) }
    act(() => live.changeRequests({ dataID: UNIT.dataID }))
    await waitFor(async () =>
      expect((await cellsOf(7))[5]).toContain(`The unit has it since ${textAt(2)} and has not answered yet.`),
    )
    state = { ...answered('OK'), answeredUTC: timeOf(3) }
    act(() => live.changeRequests({ dataID: UNIT.dataID }))
    await waitFor(async () => expect((await cellsOf(7))[5]).toContain(`The unit answered OK on ${textAt(3)}.`))
  })

  it.each([
    [{ state: 'expired', expiredUTC: timeOf(9) }, 'The unit did not pick it up. The request expired on'],
    [
      { state: 'expired', expiredUTC: timeOf(9), handedOverUTC: timeOf(2) },
      'The unit did not answer. The request expired on',
    ],
    [
      { state: 'not-sent', notSentUTC: timeOf(9), notSentReason: 'restored' },
      'Not sent: restored. The portal was restored from a backup while the request was waiting. It ended on',
    ],
    [
      { state: 'not-sent', notSentUTC: timeOf(9), notSentReason: 'not-permitted' },
      'Not sent: not permitted. The user or token that sent it may no longer send requests to this unit. It ended on',
    ],
    [{ state: 'cancelled', cancelledUTC: timeOf(9), cancelledBy: 'Grace Hopper' }, 'Cancelled by Grace Hopper on'],
  ] as const)('says why a request ended without an answer: %o', async (state, text) => {
    openHistory({
      requests: [asked(1, 7)],
      results: [came(9, 7, STATUS[state.state])],
      places: () => [buildRequest({ action_id: 7, ...state })],
    })

    await waitFor(async () => expect((await cellsOf(7))[5]).toContain(`${text} ${textAt(9)}.`))
    expect((await cellsOf(7))[4]).toBe('--')
    expect(screen.queryByRole('button', { name: 'Cancel request 7' })).toBeNull()
  })

  it('cancels a request that is not answered', async () => {
    const { seen } = openHistory({ requests: [asked(1, 7)], places: () => [buildRequest({ action_id: 7 })] }, [
      answerAt(cancelAction, { action_id: '7' }, () =>
        buildRequest({ action_id: 7, state: 'cancelled', cancelledUTC: timeOf(2) }),
      ),
    ])
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel request 7' }))

    await waitFor(() => expect(seen.some(({ path }) => path.endsWith('/7/cancel'))).toBe(true))
  })

  it('shows a result without a request as such', async () => {
    openHistory({ results: [came(5, 99, 'OK', 'by hand')] })

    const cells = await cellsOf(99)
    expect(cells.slice(0, 5)).toEqual(['99', 'Unit', 'Reboot', '--', textAt(5)])
    expect(cells[5]).toBe('OKThe unit sent this without a request.')
  })

  it('keeps a long payload short, and shows all of it on demand', async () => {
    const payload = JSON.stringify({ UpdateConfig: { note: 'x'.repeat(5000) } })
    openHistory({ requests: [asked(1, 7, payload)], results: [came(2, 7, 'OK', '{"took": 5}')] })
    expect((await cellsOf(7))[6]?.length).toBeLessThan(80)
    await userEvent.click(screen.getByRole('button', { name: 'Show request 7' }))

    const dialog = within(await screen.findByRole('dialog', { name: 'Request 7' }))
    expect(within(dialog.getByRole('region', { name: 'Payload' })).getByText(/x{5000}/)).toBeDefined()
    expect(dialog.getByRole('region', { name: 'Answer' }).textContent).toContain('"took": 5')
  })

  it('says what would be there when there is nothing', async () => {
    const { seen } = openHistory({})

    expect(await screen.findByText(/^No requests yet/)).toBeDefined()
    // A browser would log an error for each source that the unit does not have.
    expect(seen.some(({ path }) => path === '/api/v1/data/')).toBe(false)
  })

  it('says that it could not be read', async () => {
    openHistory({ requests: [asked(1, 7)] }, [answerTo(queryData, () => failure('server/internal'))])

    expect((await screen.findByRole('alert')).textContent).toContain('Failed to retrieve data.')
  })
})
