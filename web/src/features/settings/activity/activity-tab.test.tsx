import { answerAt, answerTo, failure, type Answer } from '#testing/answers.ts'
import { getMe } from '@fieldwatch/contract/people/users'
import { listActivity, getActivity, type ActivityEntry } from '@fieldwatch/contract/activity/activity'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { createFakeScreen } from '#testing/fake-screen.ts'
import { renderApp } from '#testing/render-app.tsx'

const user = userEvent.setup()

const renamed: ActivityEntry = {
  activityID: 7,
  atUTC: '2026-11-22T08:00:00.000Z',
  actor: 'user',
  userUID: 'ada' as ActivityEntry['userUID'],
  token: null,
  name: 'Ada Lovelace',
  entity: null,
  action: 'describe unit',
  actionText: 'Changed name, description or picture of a unit',
  subjectKind: 'unit',
  subjectID: 'pump-1',
  subjectName: 'North pump',
  address: '203.0.113.9',
}

function open(path: string, routes: readonly Answer[], role = 'admin' as const) {
  const me = buildSessionUser({ role })
  return renderApp({ path, user: me, routes: [answerTo(getMe, () => me), ...routes] })
}

beforeEach(() => window.sessionStorage.clear())

describe('the Activity tab', () => {
  it('says who changed what, and shows what it was before and after', async () => {
    const states = { before: { friendlyName: 'Old pump' }, after: { friendlyName: 'North pump' } }
    open('/settings?tab=activity', [
      answerTo(listActivity, () => ({ activity: [renamed], next: null })),
      answerAt(getActivity, { activityID: '7' }, () => ({ ...renamed, ...states })),
    ])
    const table = within(await screen.findByRole('table', { name: 'Activity' }))
    expect(await table.findByText('Ada Lovelace')).toBeDefined()
    expect(table.getByText('North pump (pump-1)')).toBeDefined()

    await user.click(table.getByRole('button', { name: 'Changed name, description or picture of a unit' }))

    const dialog = within(await screen.findByRole('dialog'))
    const row = within(await dialog.findByRole('row', { name: /^Name/ }))
    expect(row.getByText('Old pump').tagName).toBe('DEL')
    expect(row.getByText('North pump').tagName).toBe('INS')
  })

  it('is searched once the typing has ended, and looks further back when asked', async () => {
    const { seen } = open('/settings?tab=activity', [
      answerTo(listActivity, ({ path }) => {
        if (path.includes('after=')) return { activity: [renamed], next: null }
        return { activity: [], next: '1764000000000.3' }
      }),
    ])
    await screen.findByText(/^No matching activity since/)

    await user.type(screen.getByLabelText('Search'), 'pump')
    await user.click(await screen.findByRole('button', { name: 'Search further back' }))

    expect(await screen.findByText('Ada Lovelace')).toBeDefined()
    const searches = seen.map(({ path }) => path).filter((path) => path.includes('search='))
    expect(searches.every((path) => path.includes('search=pump'))).toBe(true)
  })

  it.each([
    ['a phone', 390, 844],
    ['a phone on its side', 844, 390],
  ])('folds what it is narrowed by on %s, and says how much of it is chosen', async (_, width, height) => {
    createFakeScreen(width, height)
    const { seen } = open('/settings?tab=activity', [
      answerTo(listActivity, () => ({ activity: [renamed], next: null })),
    ])
    expect(await screen.findByLabelText('Search')).toBeDefined()
    expect(screen.queryByLabelText('About')).toBeNull()

    await user.click(screen.getByRole('button', { name: 'Filters' }))
    await user.selectOptions(screen.getByLabelText('About'), 'Units and their data')
    await user.click(screen.getByRole('button', { name: 'Fewer filters' }))

    expect(screen.queryByLabelText('About')).toBeNull()
    expect(screen.getByRole('button', { name: 'Filters (1)' })).toBeDefined()
    await expect.poll(() => seen.at(-1)?.path).toContain('topic=')
  })

  it('says that it could not be had', async () => {
    open('/settings?tab=activity', [answerTo(listActivity, () => failure('server/unavailable'))])

    expect((await screen.findByRole('alert')).textContent).toContain('Failed to retrieve data.')
  })
})

describe('what a person did', () => {
  it('is shown on their profile', async () => {
    const { seen } = open('/settings', [
      answerTo(listActivity, () => ({ activity: [{ ...renamed, actionText: 'Signed in' }], next: null })),
    ])

    await user.click(await screen.findByRole('button', { name: 'Show your changes and sign-ins' }))

    expect(await screen.findByRole('button', { name: 'Signed in' })).toBeDefined()
    expect(seen.at(-1)?.path).toContain('userUID=')
  })
})
