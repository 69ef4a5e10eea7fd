import { answerAt, answerTo, failure, whole } from '#testing/answers.ts'
import { getDataOptions } from '@fieldwatch/contract/telemetry/data'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { listUnits } from '@fieldwatch/contract/units/units'
import { listPlaces } from '@fieldwatch/contract/places/places'
import { createEvent } from '@fieldwatch/contract/events/events'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { buildEventTable } from '#testing/build-events.ts'
import { type SeenRequest } from '#testing/fake-server.ts'
import { EVENTS_UNIT, openEvents } from '#testing/open-events.tsx'
import { pressTwice } from '#testing/press-twice.ts'

const OPTIONS = {
  room: { temp: 'float', people: 'int', note: 'string', door: 'bool' },
  texts: { note: 'string' },
  location: { lat: 'float' },
  Net_Cfg: { level: 'int' },
}

async function openDialog(given: NonNullable<Parameters<typeof openEvents>[0]> = {}) {
  const tables: ReturnType<typeof buildEventTable>[] = []
  const opened = openEvents({
    tables,
    ...given,
    routes: [answerAt(getDataOptions, { id: 'tank-1' }, () => OPTIONS), ...(given.routes ?? [])],
  })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Add Event Table' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Event' }))
  await waitFor(() => expect(dialog.getByLabelText(/^Source/)).toHaveProperty('disabled', false))
  const made = (): SeenRequest[] => opened.server.seen.filter(({ method }) => method === 'POST')
  return { ...opened, user, dialog, made, tables }
}

type Opened = Awaited<ReturnType<typeof openDialog>>

async function fill({ user, dialog }: Opened, { constant = '20' } = {}): Promise<void> {
  await user.type(dialog.getByLabelText(/^Name/), 'Too warm')
  await user.selectOptions(dialog.getByLabelText(/^Source/), 'room')
  await user.selectOptions(dialog.getByLabelText(/^Value field/), 'temp')
  await user.selectOptions(dialog.getByLabelText(/^Operation/), '>')
  await user.type(dialog.getByLabelText(/^Constant/), constant)
}

const options = (element: HTMLElement) =>
  within(element)
    .getAllByRole('option')
    .map(({ textContent }) => textContent)

describe('the Create Event dialog', () => {
  // spec 2-2-10, 2-5-07
  it('offers sources with numbers, none of the hidden ones, and their fields of numbers, those of yes or no only when asked for', async () => {
    const { user, dialog } = await openDialog()
    expect(options(dialog.getByLabelText(/^Source/))).toEqual(['Choose…', 'room'])
    await user.selectOptions(dialog.getByLabelText(/^Source/), 'room')

    expect(options(dialog.getByLabelText(/^Value field/))).toEqual(['Choose…', 'people', 'temp'])
    expect(options(dialog.getByLabelText(/^Operation/))).toEqual(['Choose…', '==', '!=', '>', '>=', '<', '<='])
  })

  it('takes a condition on a field of yes or no from those who ask for such fields', async () => {
    const opened = await openDialog({ routes: [answerTo(createEvent, () => failure('request/invalid'))] })
    const { user, dialog, made } = opened
    await user.click(dialog.getByRole('switch', { name: /^Also yes\/no fields/ }))
    await user.type(dialog.getByLabelText(/^Name/), 'Open')
    await user.selectOptions(dialog.getByLabelText(/^Source/), 'room')
    await user.selectOptions(dialog.getByLabelText(/^Value field/), 'door')
    await user.selectOptions(dialog.getByLabelText(/^Operation/), '==')
    await user.type(dialog.getByLabelText(/^Constant/), '1')
    await user.click(dialog.getByRole('button', { name: 'Create' }))

    await waitFor(() => expect(made()).toHaveLength(1))
    expect(made()[0]?.body).toMatchObject({ comparison: 'room.door == 1' })
  })

  it('looks for being in a place, and offers leaving it while parked where the source says whether the unit is', async () => {
    const entity = 'water' as EntityId
    const geometry = { type: 'Point' as const, coordinates: [18.1, 59.3] as [number, number] }
    const place = { placeID: 12, entity, name: 'Depot', group: null, colour: null, geometry, radius: 100, version: 1 }
    const opened = await openDialog({
      routes: [
        answerTo(listPlaces, () => ({ places: [place] })),
        answerTo(listUnits, () => ({ ...EVENTS_UNIT, entities: [entity] })),
        answerAt(getDataOptions, { id: 'tank-1' }, () => ({
          location: { lat: 'float', lon: 'float', doors: 'int', ignition: 'bool' },
        })),
        answerTo(createEvent, () => failure('request/invalid')),
      ],
    })
    const { user, dialog, made } = opened
    await user.type(dialog.getByLabelText(/^Name/), 'Towed')
    await user.click(dialog.getByRole('radio', { name: 'A place' }))
    await user.selectOptions(dialog.getByLabelText(/^Place/), await dialog.findByRole('option', { name: 'Depot' }))
    await user.selectOptions(dialog.getByLabelText(/^Operation/), 'left while parked')
    expect(options(dialog.getByLabelText(/^Parked while/))).toEqual(['ignition', 'doors'])
    await user.selectOptions(dialog.getByLabelText(/^Parked while/), 'doors')
    await user.click(dialog.getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(made()).toHaveLength(1))
    expect(made()[0]?.body).toMatchObject({ comparison: 'location left parked (doors) place 12' })
    // Another side needs no such field.
    await user.selectOptions(dialog.getByLabelText(/^Operation/), 'is outside')
    expect(dialog.queryByLabelText(/^Parked while/)).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(made()).toHaveLength(2))
    expect(made()[1]?.body).toMatchObject({ comparison: 'location outside place 12' })
  })

  // spec 2-3-22
  it('looks for trips and stops, and names a hidden source nowhere', async () => {
    const opened = await openDialog({
      routes: [
        answerAt(getDataOptions, { id: 'tank-1' }, () => ({
          ...OPTIONS,
          location: { lat: 'float', lon: 'float', ignition: 'bool' },
          gps: { lat: 'float', lon: 'float' },
        })),
        answerTo(createEvent, () => failure('request/invalid')),
      ],
    })
    const { user, dialog, made } = opened
    expect(options(dialog.getByLabelText(/^Source/))).toEqual(['Choose…', 'gps', 'room'])
    await user.click(dialog.getByRole('radio', { name: 'A place' }))
    expect(options(dialog.getByLabelText(/^Positions from/))).toEqual(['the unit’s own position', 'gps'])
    await user.type(dialog.getByLabelText(/^Name/), 'Halts')
    await user.click(dialog.getByRole('button', { name: 'Create' }))
    expect(dialog.getByText('A place is required.')).toBeDefined()
    expect(dialog.getByText('An operation is required.')).toBeDefined()

    await user.click(dialog.getByRole('radio', { name: 'Trips or stops' }))
    expect(dialog.queryByText('An operation is required.')).toBeNull()
    expect(options(dialog.getByLabelText(/^Ignition/))).toEqual(['not used', 'ignition', 'room.door', 'room.people'])
    await user.selectOptions(dialog.getByLabelText(/^Movement/), 'Stops')
    await user.selectOptions(dialog.getByLabelText(/^Ignition/), 'ignition')
    expect(screen.queryAllByText(/\blocation\b/)).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Create' }))

    await waitFor(() => expect(made()).toHaveLength(1))
    expect(made()[0]?.body).toMatchObject({ comparison: 'location stops (ignition location.ignition)' })
  })

  it('does not offer leaving while parked where only a number such as a direction could say so', async () => {
    const entity = 'water' as EntityId
    const geometry = { type: 'Point' as const, coordinates: [18.1, 59.3] as [number, number] }
    const place = { placeID: 12, entity, name: 'Depot', group: null, colour: null, geometry, radius: 100, version: 1 }
    const { user, dialog } = await openDialog({
      routes: [
        answerTo(listPlaces, () => ({ places: [place] })),
        answerTo(listUnits, () => ({ ...EVENTS_UNIT, entities: [entity] })),
        answerAt(getDataOptions, { id: 'tank-1' }, () => ({
          location: { lat: 'float', lon: 'float', heading: 'int' },
        })),
      ],
    })
    await user.click(dialog.getByRole('radio', { name: 'A place' }))
    await user.selectOptions(dialog.getByLabelText(/^Place/), await dialog.findByRole('option', { name: 'Depot' }))
    expect(options(dialog.getByLabelText(/^Operation/))).toEqual(['Choose…', 'is in', 'is outside'])
  })

  // spec 2-5-01, 2-5-02, 2-5-03
  it('says what is missing, and sends nothing', async () => {
    const { user, dialog, made } = await openDialog()
    await user.clear(dialog.getByLabelText(/^Start date/))
    await user.click(dialog.getByRole('button', { name: 'Create' }))

    for (const text of [
      'A name is required.',
      'A source is required.',
      'A value field is required.',
      'An operation is required.',
      'A constant is required.',
      'A start date is required.',
    ]) {
      expect(dialog.getByText(text)).toBeDefined()
    }
    expect(made()).toEqual([])
  })

  it('refuses a constant that is no number', async () => {
    const opened = await openDialog()
    await fill(opened, { constant: '20 °C' })
    await opened.user.click(opened.dialog.getByRole('button', { name: 'Create' }))

    expect(opened.dialog.getByText('Invalid constant - must be a valid number')).toBeDefined()
    expect(opened.made()).toEqual([])
  })

  // spec 2-1-02, 2-2-34
  it('makes one table of what was entered, however often its button is pressed, and shows it', async () => {
    const table = buildEventTable()
    const opened = await openDialog({
      routes: [
        answerTo(createEvent, () => {
          opened.tables.push(table)
          return table
        }),
      ],
    })
    const { user, dialog, made } = opened
    await fill(opened)
    await user.click(dialog.getByLabelText('Columns'))
    await user.click(await screen.findByRole('option', { name: 'room.people' }))
    await user.click(await screen.findByRole('option', { name: 'room.door' }))
    await user.click(await screen.findByRole('option', { name: 'texts.note' }))
    pressTwice(dialog.getByRole('button', { name: 'Create' }))

    const heading = await screen.findByRole('heading', { name: 'Too warm' })
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(made()).toHaveLength(1)
    const body = createEvent.body?.parse(made()[0]?.body)
    expect(body).toMatchObject({
      dataID: 'tank-1',
      name: 'Too_warm',
      comparison: { text: 'room.temp > 20' },
      values: [
        { source: 'room', field: 'people' },
        { source: 'room', field: 'door' },
        { source: 'texts', field: 'note' },
      ],
    })
  })

  // spec 2-8-02
  it('says that it failed, with the sentence of the server, and keeps what was entered', async () => {
    const opened = await openDialog({ routes: [answerTo(createEvent, () => failure('event/name-taken'))] })
    await fill(opened)
    await opened.user.click(opened.dialog.getByRole('button', { name: 'Create' }))

    expect(await opened.dialog.findByText('Failed to create the event.')).toBeDefined()
    expect(opened.dialog.getAllByText('The sentence of event/name-taken.')).toHaveLength(2)
    expect(opened.dialog.getByLabelText(/^Name/)).toHaveProperty('value', 'Too warm')
  })

  it('says that the template does not have the table that was made', async () => {
    const opened = await openDialog({
      routes: [
        answerTo(createEvent, () =>
          whole({ status: 'partial_success', message: 'Failed to update the template.', details: buildEventTable() }),
        ),
      ],
    })
    await fill(opened)
    await opened.user.click(opened.dialog.getByRole('button', { name: 'Create' }))

    expect(await screen.findByText('Failed to update the template.')).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('asks before what was entered is lost', async () => {
    const { user, dialog } = await openDialog()
    await user.type(dialog.getByLabelText(/^Name/), 'Too warm')
    await user.keyboard('{Escape}')

    expect(await screen.findByText('Discard what you entered?')).toBeDefined()
  })
})
