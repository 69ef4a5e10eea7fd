import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import {
  addNote,
  changeNote,
  getNotePicture,
  listNotes,
  type Note,
  removeNote,
  uploadNotePicture,
} from '../contract/notes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Answer, answerTo, failure, raw } from '@fieldwatch/web/testing/answers.ts'
import { onlyBody, pressTwice } from '@fieldwatch/web/testing/press-twice.ts'
import { renderPart } from '@fieldwatch/web/testing/render-part.tsx'
import { NotesPanel } from './notes-panel.tsx'

const user = userEvent.setup()
const AT = Date.UTC(2026, 2, 1, 8, 0, 30)
const SPAN = { kind: 'fixed', from: AT - 3_600_000, to: AT + 3_600_000 } as const

function note(given: Partial<Note> = {}): Note {
  return {
    noteID: 7,
    dataID: 'tank-1' as DataId,
    deviceName: 'Tank 1',
    source: null,
    startUTC: new Date(AT).toISOString(),
    endUTC: null,
    text: 'Pump replaced',
    by: 'Grace Hopper',
    createdUTC: new Date(AT).toISOString(),
    position: null,
    picture: null,
    mayChange: true,
    version: 3,
    ...given,
  }
}

interface Given {
  notes?: readonly Note[]
  routes?: readonly Answer[]
  next?: string
}

function open({ notes = [], routes = [], next }: Given = {}) {
  const shown: number[] = []
  const rendered = renderPart(
    <NotesPanel
      dataId={'tank-1' as DataId}
      span={SPAN}
      sources={['tank' as SourceName]}
      timesOfNew={() => ({ from: AT })}
      onShow={({ noteID }) => shown.push(noteID)}
    />,
    { routes: [answerTo(listNotes, () => ({ notes: [...notes], next: next ?? null })), ...routes] },
  )
  return { ...rendered, shown }
}

describe('the notes of a unit', () => {
  it('say that there are none, or why they cannot be loaded', async () => {
    open()
    expect(await screen.findByText('No notes in this period.')).toBeDefined()
  })

  it('offer to try again when they cannot be loaded', async () => {
    open({ routes: [answerTo(listNotes, () => failure('server/unavailable'))] })
    expect(await screen.findByText('Failed to load the notes')).toBeDefined()
    expect(screen.queryByText('No notes in this period.')).toBeNull()
  })

  it('are added once by a double click, with the very moment that was meant', async () => {
    const { seen } = open({ routes: [answerTo(addNote, () => note())] })
    await user.click(await screen.findByRole('button', { name: 'Add note' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add note' }))
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    expect(await dialog.findByText('Enter a text.')).toBeDefined()

    await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'Pump replaced')
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Source' }), 'tank')
    pressTwice(dialog.getByRole('button', { name: 'Add' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(onlyBody(seen, 'POST /api/v1/notes')).toEqual({
      dataID: 'tank-1',
      text: 'Pump replaced',
      startUTC: '2026-03-01T08:00:30.000Z',
      source: 'tank',
    })
  })

  it('are changed from the version that was seen, and what was typed stays after a conflict', async () => {
    let version = 3
    const { seen } = open({
      routes: [
        answerTo(listNotes, () => ({ notes: [note({ version })], next: null })),
        answerTo(changeNote, () => {
          version = 4
          return failure('note/changed')
        }),
      ],
    })
    await user.click(await screen.findByRole('button', { name: /^Edit the note of / }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit note' }))
    const text = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' })
    await user.clear(text)
    await user.type(text, 'Pump cleaned')

    await user.click(dialog.getByRole('button', { name: 'Save' }))

    expect(await dialog.findByText('The sentence of note/changed.')).toBeDefined()
    expect(text.value).toBe('Pump cleaned')
    expect(seen.find(({ method }) => method === 'PUT')?.body).toEqual({
      noteID: 7,
      version: 3,
      text: 'Pump cleaned',
      startUTC: '2026-03-01T08:00:30.000Z',
      endUTC: null,
      source: null,
    })
  })

  it('are deleted after a question', async () => {
    const { seen } = open({ notes: [note()], routes: [answerTo(removeNote, () => undefined)] })
    await user.click(await screen.findByRole('button', { name: /^Delete the note of / }))
    const question = within(await screen.findByRole('dialog', { name: 'Delete the note?' }))

    await user.click(question.getByRole('button', { name: 'Delete' }))

    await waitFor(() => expect(onlyBody(seen, 'DELETE /api/v1/notes')).toEqual({ noteID: 7 }))
  })

  it('of others have no buttons to change them, and are shown in the charts', async () => {
    const { shown } = open({ notes: [note({ mayChange: false })] })

    await user.click(await screen.findByRole('button', { name: /^Show the note of / }))

    expect(shown).toEqual([7])
    expect(screen.queryByRole('button', { name: /^(Edit|Delete) the note of / })).toBeNull()
  })

  it('are listed in part at first, and say when there are too many for one period', async () => {
    const notes = Array.from({ length: 8 }, (_, place) => note({ noteID: place + 1, text: `Note ${place}` }))
    open({ notes, next: '1.1' })
    expect(await screen.findAllByRole('listitem')).toHaveLength(5)

    await user.click(screen.getByRole('button', { name: 'Show all 8 notes' }))

    expect(screen.getAllByRole('listitem')).toHaveLength(8)
    expect(screen.getByText(/^Only the newest 500 notes/)).toBeDefined()
  })
})

describe('the picture of a note', () => {
  beforeAll(() => {
    // jsdom has no addresses for files.
    Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined })
  })

  const takePhoto = (): File => new File(['photo'], 'pump.jpg', { type: 'image/jpeg' })

  async function addWith(file: File, routes: readonly Answer[]) {
    const { seen } = open({ routes })
    await user.click(await screen.findByRole('button', { name: 'Add note' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add note' }))
    await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'Pump replaced')
    const field = document.querySelector<HTMLInputElement>('input[type=file]')
    if (field === null) throw new Error('no field for a file')
    await userEvent.setup({ applyAccept: false }).upload(field, file)
    return { seen, dialog }
  }

  it('is uploaded once, and taken by the note with its description, though the note is sent twice', async () => {
    let tries = 0
    const { seen, dialog } = await addWith(takePhoto(), [
      answerTo(uploadNotePicture, () => ({ upload: 'note-1.webp' })),
      answerTo(addNote, () => ((tries += 1) === 1 ? failure('server/unavailable') : note())),
    ])
    await user.type(await dialog.findByRole('textbox', { name: 'Description of the picture' }), 'The new pump')
    pressTwice(dialog.getByRole('button', { name: 'Add' }))
    await dialog.findByText('The sentence of server/unavailable.')
    await user.click(dialog.getByRole('button', { name: 'Add' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(seen.filter(({ path }) => path === '/api/v1/notes/pictures')).toHaveLength(1)
    const sent = seen.filter(({ method, path }) => method === 'POST' && path === '/api/v1/notes')
    expect(sent.map(({ body }) => (body as { picture: unknown }).picture)).toEqual([
      { upload: 'note-1.webp', alt: 'The new pump' },
      { upload: 'note-1.webp', alt: 'The new pump' },
    ])
  })

  it('is refused beside its field, and nothing is added', async () => {
    const { seen, dialog } = await addWith(takePhoto(), [
      answerTo(uploadNotePicture, () => failure('file/type-mismatch')),
    ])
    await user.click(dialog.getByRole('button', { name: 'Add' }))

    expect((await dialog.findAllByText('The sentence of file/type-mismatch.')).length).toBeGreaterThan(0)
    expect(seen.filter(({ method, path }) => method === 'POST' && path === '/api/v1/notes')).toEqual([])
  })

  it('of another type is not even sent', async () => {
    const { seen, dialog } = await addWith(new File(['x'], 'a.svg', { type: 'image/svg+xml' }), [])
    await user.click(dialog.getByRole('button', { name: 'Add' }))

    expect((await dialog.findAllByText(/^File type image\/svg\+xml is not supported/)).length).toBeGreaterThan(0)
    expect(seen.filter(({ method }) => method === 'POST')).toEqual([])
  })

  it('opens whole, with its description', async () => {
    const { seen } = open({
      notes: [note({ picture: { alt: 'The new pump' } })],
      routes: [answerTo(getNotePicture, () => raw('picture', { 'content-type': 'image/webp' }))],
    })
    await user.click(await screen.findByRole('button', { name: 'Show the picture: The new pump' }))

    const dialog = within(await screen.findByRole('dialog', { name: /^Picture of the note of / }))
    expect((await dialog.findByRole('img', { name: 'The new pump' })).getAttribute('src')).toBe('blob:picture')
    const sizes = seen.filter(({ path }) => path.includes('/picture')).map(({ path }) => path.split('?')[1])
    expect(sizes).toEqual(['size=small', 'size=full'])
  })

  it('is taken away from a note', async () => {
    const { seen } = open({
      notes: [note({ picture: { alt: '' } })],
      routes: [
        answerTo(getNotePicture, () => raw('picture', { 'content-type': 'image/webp' })),
        answerTo(changeNote, () => note()),
      ],
    })
    await user.click(await screen.findByRole('button', { name: /^Edit the note of / }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit note' }))
    await user.click(await dialog.findByRole('button', { name: 'Remove Picture' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    await waitFor(() =>
      expect(seen.find(({ method }) => method === 'PUT')?.body).toMatchObject({ noteID: 7, picture: null }),
    )
  })
})
