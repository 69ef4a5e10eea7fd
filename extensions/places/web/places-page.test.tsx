import type { EntityId } from '@fieldwatch/contract/api/ids'
import { changePlace, createPlace, listPlaces, type Place, removePlace } from '@fieldwatch/contract/places/places'
import { importPlaces } from '../contract/place-files.ts'
import type { Change } from '@fieldwatch/contract/consequences/changes'
import { listConsequences } from '@fieldwatch/contract/consequences/consequences'
import type { Role } from '@fieldwatch/contract/people/users'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type Answer, answerTo, failure } from '@fieldwatch/web/testing/answers.ts'
import { onlyBody, pressTwice } from '@fieldwatch/web/testing/press-twice.ts'
import { buildSessionUser } from '@fieldwatch/web/testing/build-session-user.ts'
import { renderApp } from '@fieldwatch/web/testing/render-app.tsx'

const user = userEvent.setup()

const depot: Place = {
  placeID: 1,
  entity: 'water' as EntityId,
  name: 'Depot',
  group: 'Depots',
  colour: 'red',
  geometry: { type: 'Point', coordinates: [18.1, 59.3] },
  radius: 150,
  version: 1,
}
const field: Place = {
  ...depot,
  placeID: 2,
  name: 'North field',
  group: null,
  colour: null,
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [18, 59],
        [18.01, 59],
        [18.01, 59.01],
        [18, 59],
      ],
    ],
  },
  radius: null,
}

function open({ role = 'admin', routes = [] }: { role?: Role; routes?: readonly Answer[] } = {}) {
  return renderApp({
    path: '/places',
    user: buildSessionUser({ role }),
    routes: [answerTo(listPlaces, () => ({ places: [depot, field] })), ...routes],
  })
}

async function edit(name: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
}

describe('places', () => {
  it('are listed, searched, and only for admins to change', async () => {
    open({ role: 'viewer' })

    const list = await screen.findByRole('list', { name: 'Places' })
    expect(within(list).getByText('Circle · Depots')).toBeDefined()
    expect(within(list).getByText('Area')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Add place' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Actions for Depot' })).toBeNull()
    await user.type(screen.getByRole('searchbox', { name: 'Search places' }), 'field')
    expect(within(list).queryByText('Depot')).toBeNull()
    expect(within(list).getByText('North field')).toBeDefined()
  })

  it('are added by the keyboard alone', async () => {
    const { seen } = open({ routes: [answerTo(createPlace, () => ({ ...depot, placeID: 3, name: 'Yard' }))] })
    await user.click(await screen.findByRole('button', { name: 'Add place' }))
    const save = await screen.findByRole('button', { name: 'Save' })
    expect(save.hasAttribute('disabled')).toBe(true)

    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Yard')
    await user.click(screen.getByRole('button', { name: 'Set the centre to the middle of the map' }))
    for (const [label, value] of [
      ['Latitude', '59.25'],
      ['Longitude', '18.05'],
      ['Radius (m)', '75'],
    ] as const) {
      const input = screen.getByRole('textbox', { name: label })
      await user.clear(input)
      await user.type(input, value)
    }
    pressTwice(save)

    await screen.findByRole('list', { name: 'Places' })
    expect(onlyBody(seen, 'POST /api/v1/places')).toMatchObject({
      name: 'Yard',
      geometry: { type: 'Point', coordinates: [18.05, 59.25] },
      radius: 75,
      group: null,
    })
  })

  it('are changed corner by corner, with a sentence for a border that crosses itself', async () => {
    const { seen } = open({ routes: [answerTo(changePlace, () => field)] })
    await edit('North field')
    await user.click(await screen.findByRole('button', { name: 'Add a corner in the middle of the map' }))
    const latitude = screen.getByRole('textbox', { name: 'Latitude 4' })
    await user.clear(latitude)
    await user.type(latitude, '58.99')
    const longitude = screen.getByRole('textbox', { name: 'Longitude 4' })
    await user.clear(longitude)
    await user.type(longitude, '18.005')
    expect(await screen.findByText('A border must not cross itself.')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true)

    await user.clear(latitude)
    await user.type(latitude, '59.009')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByRole('list', { name: 'Places' })
    const { geometry } = onlyBody(seen, 'PUT /api/v1/places') as { geometry: { coordinates: number[][][] } }
    expect(geometry.coordinates[0]?.[3]).toEqual([18.005, 59.009])
  })

  it('keep what was entered when someone else was quicker', async () => {
    let version = 1
    const newer = { ...depot, name: 'Main depot', radius: 300, version: 2 }
    const { seen } = open({
      routes: [
        answerTo(changePlace, () => (version === 1 ? failure('place/changed', { changedBy: 'Grace Hopper' }) : newer)),
        answerTo(listPlaces, () => ({ places: [version === 1 ? depot : newer, field] })),
      ],
    })
    await edit('Depot')
    const group = await screen.findByRole('combobox', { name: 'Group' }).catch(() => screen.getByLabelText('Group'))
    await user.clear(group)
    await user.type(group, 'Yards')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const load = await screen.findByRole('button', { name: /Load/ })
    version = 2
    await user.click(load)
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Main depot'),
    )
    expect((group as HTMLInputElement).value).toBe('Yards')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Radius (m)' }).value).toBe('300')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByRole('list', { name: 'Places' })
    expect(seen.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({ version: 2, group: 'Yards' })
    expect(seen.findLast(({ method }) => method === 'PUT')?.body).not.toHaveProperty('radius')
  })

  it('are saved after what follows another name was shown, and without a change nothing is', async () => {
    const asked: Change[] = []
    open({
      routes: [
        answerTo(listConsequences, ({ body: { change } }) => {
          asked.push(change)
          return { things: [{ kind: 'alert', id: 'a', name: 'Left the depot', follows: 'is judged again' }], more: [] }
        }),
      ],
    })
    await edit('Depot')
    const name = await screen.findByRole('textbox', { name: 'Name' })
    expect(asked).toEqual([])

    await user.type(name, ' 2')

    expect(await screen.findByText('1 alert: Left the depot')).toBeDefined()
    expect(asked).toEqual([{ kind: 'place-changed', placeIDs: [1] }])
  })

  it('are deleted after what depends on them was shown', async () => {
    const { seen } = open({
      routes: [
        answerTo(listConsequences, () => ({
          things: [{ kind: 'event table', id: '1', name: 'Visits', follows: 'ends' }],
          more: [],
        })),
        answerTo(removePlace, () => undefined),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Actions for Depot' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete Depot?' })
    expect(await within(dialog).findByText(/Visits/)).toBeDefined()
    pressTwice(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(onlyBody(seen, 'DELETE /api/v1/places')).toEqual({ placeID: 1 })
  })

  it('are not imported from a file that is no text, or has none', async () => {
    const { seen } = open({ routes: [answerTo(importPlaces, () => ({ added: 0, refused: [] }))] })
    await user.click(await screen.findByRole('button', { name: 'Import' }))
    const dialog = await screen.findByRole('dialog', { name: 'Import places' })
    const input = dialog.querySelector<HTMLInputElement>('input[type="file"]')
    if (input === null) throw new Error('no input for a file')
    await user.upload(input, new File(['PK\u0003\u0004\u0000'], 'places.kml'))
    await user.click(within(dialog).getByRole('button', { name: 'Import' }))
    expect((await within(dialog).findByRole('alert')).textContent).toContain('unpack a KMZ file first')
    expect(seen.some(({ path }) => path.includes('/places/import'))).toBe(false)

    await user.upload(input, new File(['{"type":"FeatureCollection","features":[]}'], 'places.geojson'))
    await user.click(within(dialog).getByRole('button', { name: 'Import' }))
    expect(await within(dialog).findByText('The file has no points, lines or areas.')).toBeDefined()
  })

  it('are imported from a file, with the features that were left out', async () => {
    open({
      routes: [
        answerTo(importPlaces, () => ({
          added: 3,
          refused: [{ number: 2, line: 41, name: 'Pond', message: 'It has no geometry.' }],
        })),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Import' }))
    const dialog = await screen.findByRole('dialog', { name: 'Import places' })
    const input = dialog.querySelector<HTMLInputElement>('input[type="file"]')
    if (input === null) throw new Error('no input for a file')
    await user.upload(input, new File(['{}'], 'places.geojson'))
    await user.click(within(dialog).getByRole('button', { name: 'Import' }))
    expect(await within(dialog).findByText('3 places were added.')).toBeDefined()
    expect(within(dialog).getByText('Pond (line 41): It has no geometry.')).toBeDefined()
  })
})
