import type { DataId } from '@fieldwatch/contract/api/ids'
import { listNotes, type Note } from '../contract/notes.ts'
import {
  type AnyRouter,
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { MapContext } from '@fieldwatch/web/shared/map/map-context.ts'
import { answerTo } from '@fieldwatch/web/testing/answers.ts'
import { createFakeMap } from '@fieldwatch/web/testing/fake-map.ts'
import { renderPart } from '@fieldwatch/web/testing/render-part.tsx'
import { placeNotes } from './map-notes.ts'
import { NotesOnMap } from './notes-on-map.tsx'

const user = userEvent.setup()

function note(given: Partial<Note> = {}): Note {
  return {
    noteID: 7,
    dataID: 'tank-1' as DataId,
    deviceName: 'Tank 1',
    source: null,
    startUTC: '2026-03-01T08:00:00.000Z',
    endUTC: null,
    text: 'Pump replaced',
    by: 'Grace Hopper',
    createdUTC: '2026-03-01T09:00:00.000Z',
    position: { lat: 55, lon: 15 },
    picture: null,
    mayChange: true,
    version: 3,
    ...given,
  }
}

function open(notes: readonly Note[], next: string | null = null) {
  const fake = createFakeMap({ zoom: 5, extent: [10, 50, 20, 60] })
  const page = createRootRoute({
    component: () => (
      <MapContext value={fake.map}>
        <NotesOnMap dataId={'tank-1' as DataId} />
      </MapContext>
    ),
  })
  return renderPart(
    <RouterProvider router={createRouter({ routeTree: page, history: createMemoryHistory() }) as AnyRouter} />,
    { routes: [answerTo(listNotes, () => ({ notes: [...notes], next }))] },
  )
}

beforeEach(() => window.localStorage.clear())

describe('the notes on a map', () => {
  it('open from where they are, with what their reader may do, and give the focus back', async () => {
    const { seen } = open([note()])
    const marker = await screen.findByRole('button', { name: /^Note of .*: Pump replaced$/ })
    await user.click(marker)

    const dialog = within(await screen.findByRole('dialog', { name: 'Note at this place' }))
    expect(dialog.getByText('Pump replaced')).toBeDefined()
    expect(dialog.getByRole('button', { name: /^Edit the note of / })).toBeDefined()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(marker)
    expect(seen[0]?.path).toMatch(/^\/api\/v1\/notes\?placed=true&limit=500&from=.*&dataID=tank-1$/)
  })

  it('are one marker where they would cover each other, and say when there are more', async () => {
    open([note(), note({ noteID: 8, text: 'Door repaired' })], '1.1')
    await user.click(await screen.findByRole('button', { name: /^2 notes, the newest of / }))

    const dialog = within(await screen.findByRole('dialog', { name: '2 notes at this place' }))
    expect(dialog.getAllByRole('listitem')).toHaveLength(2)
    expect(screen.getByText('The newest 500 notes are shown.')).toBeDefined()
  })

  it('are switched off for all maps of the browser', async () => {
    open([note()])
    await screen.findByRole('button', { name: /^Note of / })
    await user.click(screen.getByRole('button', { name: 'Notes on the map', pressed: true }))

    expect(screen.queryByRole('button', { name: /^Note of / })).toBeNull()
    expect(window.localStorage.getItem('fw-map-notes')).toBe('false')
  })
})

describe('the notes of a moment that is replayed', () => {
  const at = (time: string): number => Date.parse(`2026-03-01T${time}:00.000Z`)
  const ids = (...asked: Parameters<typeof placeNotes>) => placeNotes(...asked).map(({ note: { noteID } }) => noteID)
  const notes = [note(), note({ noteID: 8, position: null }), note({ noteID: 9, startUTC: '2026-03-01T08:30:00.000Z' })]

  it('had begun, and had been written if only that was known then', () => {
    expect(ids(notes, undefined)).toEqual([7, 9])
    expect(ids(notes, { at: at('07:59'), known: 'now' })).toEqual([])
    expect(ids(notes, { at: at('08:00'), known: 'now' })).toEqual([7])
    expect(ids(notes, { at: at('08:30'), known: 'then' })).toEqual([])
    expect(ids(notes, { at: at('09:00'), known: 'then' })).toEqual([7, 9])
  })
})
