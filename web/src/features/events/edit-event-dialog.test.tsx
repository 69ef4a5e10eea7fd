import { type Reply, answerAt, answerTo, failure } from '#testing/answers.ts'
import { type AffectedThing, listConsequences } from '@fieldwatch/contract/consequences/consequences'
import { getDataOptions } from '@fieldwatch/contract/telemetry/data'
import { refreshEvent } from '@fieldwatch/contract/events/events'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { buildEventTable } from '#testing/build-events.ts'
import { findCard, openEvents } from '#testing/open-events.tsx'

const OPTIONS = { room: { temp: 'float', people: 'int' } }

async function openDialog(answer: () => Reply<typeof refreshEvent>, things: AffectedThing[] = []) {
  const table = buildEventTable({ maxGapMinutes: 30, version: 4 })
  const { server } = openEvents({
    tables: [table],
    routes: [
      answerAt(getDataOptions, { id: 'tank-1' }, () => OPTIONS),
      answerTo(refreshEvent, answer),
      answerTo(listConsequences, () => ({ things, more: [] })),
    ],
  })
  const user = userEvent.setup()
  const card = within(await findCard())
  expect(card.getByText('30 min without data')).toBeDefined()
  await user.click(card.getByRole('button', { name: 'Edit Too warm' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Too warm' }))
  await waitFor(() => expect(dialog.getByLabelText(/^Source/)).toHaveProperty('disabled', false))
  const put = () => server.seen.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  return { user, dialog, put }
}

it('The condition of an event table is changed in place, and whom that does not reach is said', async () => {
  const { user, dialog, put } = await openDialog(() => undefined)
  expect(dialog.getByText(/Other units with the same template keep theirs/)).toBeDefined()
  expect(dialog.getByLabelText(/^Constant/)).toHaveProperty('value', '20')
  const gap = dialog.getByLabelText('Ends after (minutes without data)')
  expect(gap).toHaveProperty('value', '30')
  expect(await dialog.findByText(/twice the usual time between records/)).toBeDefined()
  expect(gap).toHaveProperty('placeholder', '12')

  await user.clear(dialog.getByLabelText(/^Constant/))
  await user.type(dialog.getByLabelText(/^Constant/), '25')
  await user.click(dialog.getByRole('button', { name: 'Save' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(put()).toEqual([{ dataID: 'tank-1', name: 'Too_warm', comparison: 'room.temp > 25', version: 4 }])
})

it('A change of a condition that someone else made first is not overwritten', async () => {
  const { user, dialog } = await openDialog(() => failure('event/changed'))
  await user.type(dialog.getByLabelText(/^Constant/), '5')
  await user.click(dialog.getByRole('button', { name: 'Save' }))

  expect(await dialog.findByText('Failed to change the event.')).toBeDefined()
  expect(dialog.getByRole('button', { name: 'Load the newer version' })).toBeDefined()
  expect(dialog.getByLabelText(/^Constant/)).toHaveProperty('value', '205')
})

it('The alerts that follow an event table are listed before it is changed', async () => {
  const { dialog } = await openDialog(
    () => undefined,
    [{ kind: 'alert', id: 'a', name: 'Door open', follows: 'is judged again' }],
  )

  expect(await dialog.findByText('1 alert: Door open')).toBeDefined()
  expect(dialog.getByText('Judged again')).toBeDefined()
})
