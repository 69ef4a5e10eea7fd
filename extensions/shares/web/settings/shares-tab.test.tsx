import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import { getMe } from '@fieldwatch/contract/people/users'
import { listShares, type Share, type ShareId, takeOverShare, withdrawShare } from '../../contract/shares.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { answerTo, failure } from '@fieldwatch/web/testing/answers.ts'
import { buildSessionUser } from '@fieldwatch/web/testing/build-session-user.ts'
import { onlyBody } from '@fieldwatch/web/testing/press-twice.ts'
import { renderApp } from '@fieldwatch/web/testing/render-app.tsx'

const user = userEvent.setup()
const ID = '00000000-0000-4000-8000-000000000001' as ShareId

function buildShare(given: Partial<Share> = {}): Share {
  return {
    shareID: ID,
    kind: 'overview',
    dataID: 'tank-1' as DataId,
    unit: 'North tank',
    title: null,
    units: null,
    range: null,
    atUTC: null,
    entity: 'water' as EntityId,
    createdBy: 'Ada Lovelace',
    createdUTC: '2026-11-01T08:00:00.000Z',
    expiresUTC: null,
    hasPassword: false,
    origins: [],
    opened: 0,
    lastOpenedUTC: null,
    state: 'open',
    ...given,
  }
}

function open(shares: readonly Share[], role: 'admin' | 'viewer' = 'admin', withdrawing = () => undefined as never) {
  const me = buildSessionUser({ role })
  let listed = shares
  return renderApp({
    path: '/settings?tab=shares',
    user: me,
    routes: [
      answerTo(getMe, () => me),
      answerTo(listShares, () => ({ shares: listed })),
      answerTo(takeOverShare, () => ({ share: buildShare() })),
      answerTo(withdrawShare, () => {
        const answer = withdrawing()
        if (answer === undefined) listed = []
        return answer
      }),
    ],
  })
}

const list = async () => within(await screen.findByRole('region', { name: 'Shared links' }))

beforeEach(() => window.sessionStorage.clear())

describe('the list of shared links', () => {
  it('says what is shared, by whom, how long, how often it was opened, and why it ended', async () => {
    const chart = { kind: 'chart', title: 'Levels', range: { kind: 'last', minutes: 1440 } } as const
    const ended = { state: 'unit', unit: null, dataID: null, createdBy: null, hasPassword: true } as const
    open([
      buildShare({ ...chart, opened: 3, lastOpenedUTC: '2026-11-20T08:00:00.000Z', origins: ['https://a.example'] }),
      buildShare({ ...ended, shareID: ID.replace('1', '2') as ShareId }),
    ])
    const [first, second] = await (await list()).findAllByRole('listitem')

    expect(first?.textContent).toMatch(
      /Levels, chart of North tank.*Open.*last 24 hours.*by Ada Lovelace.*Does not expire.*https:\/\/a\.example.*Opened 3 times/,
    )
    expect(second?.textContent).toMatch(
      /an inaccessible unit.*Ended: the unit was deleted.*Protected by a password.*Never opened/,
    )
  })

  it('names tables, incidents and maps, and why they ended in plain words', async () => {
    open(
      [
        buildShare({ kind: 'events', title: 'Hot', state: 'inactive' }),
        buildShare({ kind: 'events', title: null, state: 'table' }),
        buildShare({ kind: 'incident', unit: null, title: 'Flood', state: 'open' }),
        buildShare({ kind: 'incident', unit: null, title: null, state: 'incident' }),
        buildShare({ kind: 'map', unit: null, title: 'Trucks', units: 3, atUTC: '2026-11-01T08:00:00.000Z' }),
        buildShare({ state: 'source' }),
      ].map((share, place) => ({ ...share, shareID: ID.replace('1', String(place)) as ShareId })),
    )
    const items = await (await list()).findAllByRole('listitem')

    expect(items.map(({ textContent }) => /^.*?(?=Created|Positions)/.exec(textContent)?.[0])).toEqual([
      'Hot, events of North tankEnded: the unit is deactivated',
      'Events of North tankEnded: the event table was deleted',
      'Incident FloodOpen',
      'A deleted or inaccessible incidentEnded: the incident was deleted, or the link’s creator can no longer see it',
      'Trucks, map of 3 unitsOpen',
      'Overview of North tankEnded: its source was deleted',
    ])
  })

  it('withdraws a link after a question', async () => {
    const { seen } = open([buildShare()])
    await user.click(await (await list()).findByRole('button', { name: 'Withdraw the link to Overview of North tank' }))
    const question = within(await screen.findByRole('dialog', { name: 'Withdraw the link?' }))
    await user.click(question.getByRole('button', { name: 'Withdraw' }))

    expect(await screen.findByText(/^No shared links yet/)).toBeDefined()
    expect(onlyBody(seen, 'DELETE /api/v1/shares')).toEqual({ shareID: ID })
  })

  it('says why a link was not withdrawn', async () => {
    open([buildShare()], 'admin', () => failure('share/not-found') as never)
    await user.click(await (await list()).findByRole('button', { name: /^Withdraw the link/ }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw' }))

    expect(await screen.findByText('The link was not withdrawn.')).toBeDefined()
  })

  it('takes over a link whose creator is gone, and no other', async () => {
    const { seen } = open([
      buildShare({ state: 'creator' }),
      buildShare({ shareID: ID.replace('1', '2') as ShareId, state: 'expired' }),
    ])
    const buttons = await (await list()).findAllByRole('button', { name: /^Take over the link/ })
    expect(buttons).toHaveLength(1)
    await user.click(buttons[0] ?? document.body)

    await waitFor(() => expect(onlyBody(seen, 'PUT /api/v1/shares')).toEqual({ shareID: ID }))
  })

  it('is not for viewers', async () => {
    open([], 'viewer')

    expect(await screen.findByRole('heading', { name: 'Settings' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Shared Links' })).toBeNull()
  })
})
