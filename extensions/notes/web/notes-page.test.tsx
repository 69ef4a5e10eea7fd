import type { DataId } from '@fieldwatch/contract/api/ids'
import { listNotes, type Note } from '../contract/notes.ts'
import { listApps } from '@fieldwatch/contract/people/apps'
import { getMe } from '@fieldwatch/contract/people/users'
import { listUnitNames } from '@fieldwatch/contract/units/units'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Answer, answerTo, failure } from '@fieldwatch/web/testing/answers.ts'
import { buildSessionUser } from '@fieldwatch/web/testing/build-session-user.ts'
import { renderApp } from '@fieldwatch/web/testing/render-app.tsx'
import { readNotesSearch } from './notes-search.ts'

const user = userEvent.setup()

function note(given: Partial<Note>): Note {
  return {
    noteID: 1,
    dataID: 'tank-01' as DataId,
    deviceName: 'North tank',
    source: null,
    startUTC: '2026-03-01T08:00:00.000Z',
    endUTC: null,
    text: 'Pump replaced',
    by: 'Grace Hopper',
    createdUTC: '2026-03-01T08:00:00.000Z',
    position: null,
    picture: null,
    mayChange: true,
    version: 1,
    ...given,
  }
}

function open({ path = '/notes', routes }: { path?: string; routes: readonly Answer[] }) {
  const me = buildSessionUser({ role: 'viewer' })
  return renderApp({
    path,
    user: me,
    routes: [
      answerTo(getMe, () => me),
      answerTo(listApps, () => []),
      answerTo(listUnitNames, () => [{ id: 'tank-01', friendlyName: 'North tank', active: true }]),
      ...routes,
    ],
  })
}

beforeEach(() => window.sessionStorage.clear())

describe('the notes of all units', () => {
  it('lead to their unit at their time, page by page', async () => {
    const first = note({})
    const older = note({ noteID: 2, text: 'مضخة جديدة', startUTC: '2026-02-01T08:00:00.000Z', source: null, by: null })
    const { seen } = open({
      routes: [
        answerTo(listNotes, ({ query: { after } }) =>
          after === undefined ? { notes: [first], next: '5.1' } : { notes: [older], next: null },
        ),
      ],
    })

    const link = await screen.findByRole('link', { name: /^Open North tank at/ })
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe(
      '/dashboard/tank-01/time-series?history=2026-03-01T07:00:00.000Z~2026-03-01T09:00:00.000Z',
    )
    await user.click(screen.getByRole('button', { name: 'Show older notes' }))
    expect((await screen.findByText('مضخة جديدة')).getAttribute('dir')).toBe('auto')
    expect(screen.queryByRole('button', { name: 'Show older notes' })).toBe(null)
    expect(seen.filter(({ path }) => path.startsWith('/api/v1/notes')).at(-1)?.path).toContain('after=5.1')
  })

  it('are found by a part of their text and by unit, which the address keeps', async () => {
    const { seen } = open({
      routes: [
        answerTo(listNotes, ({ query: { text } }) => ({ notes: text === 'pump' ? [] : [note({})], next: null })),
      ],
    })
    await screen.findByText('Pump replaced')

    await user.type(screen.getByRole('searchbox', { name: 'Text of the note' }), 'pump')

    expect(await screen.findByText('No note matches. Change the text, the unit or the period.')).toBeDefined()
    expect(window.location.search).toBe('?text=pump')
    await user.click(screen.getByRole('combobox', { name: 'Unit' }))
    await user.click(await screen.findByRole('option', { name: 'North tank (tank-01)', hidden: true }))
    await waitFor(() => expect(window.location.search).toBe('?text=pump&unit=tank-01'))
    await waitFor(() =>
      expect(seen.some(({ path }) => path.includes('text=pump') && path.includes('dataID=tank-01'))).toBe(true),
    )
  })

  it('say that there are none yet, or why they cannot be loaded', async () => {
    let fails = true
    open({
      routes: [answerTo(listNotes, () => (fails ? failure('server/internal') : { notes: [], next: null }))],
    })

    expect(await screen.findByText('Failed to load the notes')).toBeDefined()
    fails = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No notes yet. Write one below the charts of a unit.')).toBeDefined()
  })

  it('are narrowed by an address, as far as it can be read', () => {
    expect(readNotesSearch({ text: 17, unit: 'a', range: 'today', other: 1 })).toMatchObject({
      text: '17',
      unit: 'a',
      range: 'today',
    })
    expect(readNotesSearch({ text: {}, range: 'never' })).toEqual({
      text: undefined,
      unit: undefined,
      range: undefined,
    })
  })
})
