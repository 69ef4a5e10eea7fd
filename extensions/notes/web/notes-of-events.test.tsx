import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { answerTo } from '@fieldwatch/web/testing/answers.ts'
import { buildEventPage, buildOccurrence } from '@fieldwatch/web/testing/build-events.ts'
import { findCard, openEvents } from '@fieldwatch/web/testing/open-events.tsx'
import { addNote, listNotes, type Note } from '../contract/notes.ts'

describe('the notes of occurrences', () => {
  const note: Note = {
    noteID: 7,
    dataID: 'tank-1' as Note['dataID'],
    deviceName: 'North tank',
    source: null,
    startUTC: '2026-06-01T00:01:30.000Z',
    endUTC: null,
    text: 'Lid open',
    by: 'Grace Hopper',
    createdUTC: '2026-06-01T00:01:30.000Z',
    position: null,
    picture: null,
    mayChange: false,
    version: 1,
  }

  it('are counted beside their start, shown from its menu, and added for its period', async () => {
    const { server } = openEvents({
      page: () => buildEventPage([buildOccurrence(1), buildOccurrence(0, { tag: 'Door' })]),
      routes: [answerTo(listNotes, () => ({ notes: [note], next: null })), answerTo(addNote, () => note)],
    })
    const card = within(await findCard())
    expect(await card.findAllByText(/1 note/)).toHaveLength(1)

    await userEvent.click(card.getAllByRole('button', { name: /^Actions for/ })[0] ?? expect.fail('no menu'))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Notes' }))
    const dialog = within(await screen.findByRole('dialog', { name: /^About/ }))
    expect(await dialog.findByText('Lid open')).toBeDefined()
    await userEvent.click(dialog.getByRole('button', { name: 'Add note' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add note' }))
    await userEvent.type(form.getByLabelText(/^Note/), 'Closed')
    await userEvent.click(form.getByRole('button', { name: 'Add' }))

    await waitFor(() =>
      expect(server.seen.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
        {
          dataID: 'tank-1',
          text: 'Closed',
          startUTC: '2026-06-01T00:01:00.000Z',
          endUTC: '2026-06-01T00:02:00.000Z',
        },
      ]),
    )
  })
})
