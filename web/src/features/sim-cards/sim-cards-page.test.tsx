import { answerTo, failure, type Answer } from '#testing/answers.ts'
import { listApps } from '@fieldwatch/contract/people/apps'
import { listUnitNames } from '@fieldwatch/contract/units/units'
import { listSims, removeSims, createSim, updateSim, importSimCsv } from '@fieldwatch/contract/units/sims'
import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import { getMe, type Role, type SessionUser } from '@fieldwatch/contract/people/users'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { buildSim } from '#testing/build-sim.ts'
import { renderApp } from '#testing/render-app.tsx'
import { onlyBody, pressTwice } from '#testing/press-twice.ts'

const user = userEvent.setup()

const north = buildSim({
  simID: 'North',
  dataID: 'tank-01' as DataId,
  friendlyName: 'North tank',
  dataUsed: 48_000_000,
  dataLimit: 50_000_000,
})
const south = buildSim({ simID: 'South', iccid: '8944501234567890132', status: 'suspended' })

type Routes = readonly Answer[]

interface Setting {
  role?: Role
  me?: SessionUser
  path?: string
  routes?: Routes
}

function openSims({ role = 'admin', me = buildSessionUser({ role }), path = '/sim-cards', routes = [] }: Setting = {}) {
  return renderApp({
    path,
    user: me,
    routes: [
      answerTo(getMe, () => me),
      answerTo(listApps, () => []),
      answerTo(listUnitNames, () => [{ id: 'tank-01', friendlyName: 'North tank', active: true }]),
      answerTo(listSims, () => [north, south]),
      ...routes,
    ],
  })
}

beforeEach(() => window.sessionStorage.clear())

describe('SIM cards', () => {
  // spec 2-1-12, 2-2-07, 2-2-86, 2-2-87
  it('are listed with their count, and lead to their units', async () => {
    openSims()

    expect(await screen.findByRole('heading', { name: 'SIM Cards 2' })).toBeDefined()
    const link = await screen.findByRole('link', { name: 'North tank' })
    expect(link.getAttribute('href')).toBe('/dashboard/tank-01')
    expect(screen.getByText('48 MB')).toBeDefined()
    expect(screen.getAllByText('of 50 MB')).not.toHaveLength(0)
    expect(screen.getByText('Nearly used up')).toBeDefined()
    expect(screen.getByText('Suspended')).toBeDefined()
  })

  // spec 2-2-88
  it('are read once more by Refresh', async () => {
    const { seen } = openSims()
    await screen.findByText('Suspended')
    const count = () => seen.filter(({ path }) => path === '/api/v1/sims').length
    const before = count()

    await user.click(screen.getByRole('button', { name: 'Refresh' }))

    await waitFor(() => expect(count()).toBe(before + 1))
  })

  it('are found by what is in the address', async () => {
    openSims({ path: '/sim-cards?search=south' })

    expect(await screen.findByText('Suspended')).toBeDefined()
    expect(screen.queryByRole('link', { name: 'North tank' })).toBeNull()
  })

  // spec 2-8-13
  it('say in the words of the specification that they could not be had', async () => {
    openSims({ routes: [answerTo(listSims, () => failure('server/internal'))] })

    expect((await screen.findByRole('alert')).textContent).toContain('Faild to retrieve sim cards')
  })

  it('say how to get some when there are none', async () => {
    openSims({ routes: [answerTo(listSims, () => [])] })

    expect(await screen.findByText('No SIM cards yet. Add one, or import the list of your operator.')).toBeDefined()
  })

  it('can only be looked at by viewers', async () => {
    openSims({ role: 'viewer' })
    await screen.findByText('Suspended')

    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Actions for North' })).toBeNull()
  })
})

describe('several SIM cards', () => {
  const three = [north, south, buildSim({ simID: 'East', iccid: '8944501234567890140' })]

  async function choose(...names: string[]) {
    for (const name of names) await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
  }

  it('are removed by one request, which is confirmed', async () => {
    const { seen } = openSims({
      routes: [
        answerTo(listSims, () => three),
        answerTo(removeSims, ({ body }) =>
          (body as { simIDs: string[] }).simIDs.map((simID) => ({ simID, result: 'removed' })),
        ),
      ],
    })
    await choose('North', 'South')

    await user.click(screen.getByRole('button', { name: 'Remove 2 SIM cards' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove 2 SIM cards?' }))
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['North', 'South'])
    pressTwice(dialog.getByRole('button', { name: 'Remove' }))

    expect(await screen.findByText('2 SIM cards were removed.')).toBeDefined()
    const asked = seen.filter(({ method }) => method === 'DELETE').map(({ body }) => body)
    expect(asked).toEqual([{ simIDs: ['North', 'South'] }])
  })

  it('are listed by name when they were not on the list any more', async () => {
    openSims({
      routes: [
        answerTo(listSims, () => three),
        answerTo(removeSims, () => [
          { simID: 'North', result: 'removed' },
          { simID: 'South', result: 'not-found' },
        ]),
      ],
    })
    await choose('North', 'South')
    await user.click(screen.getByRole('button', { name: 'Remove 2 SIM cards' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))

    const report = within(await screen.findByRole('dialog', { name: '1 of 2 SIM cards removed' }))
    expect(report.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['South'])
    await user.click(report.getByRole('button', { name: 'Close' }))
    expect(await screen.findByText('1 SIM card was removed.')).toBeDefined()
  })

  it('are chosen all at once, however many pages there are, and not those that the search hides', async () => {
    const many = Array.from({ length: 30 }, (_, index) => buildSim({ simID: `Pump ${index}`, iccid: `${index}` }))
    openSims({ routes: [answerTo(listSims, () => [...many, north])], path: '/sim-cards?search=pump' })
    await choose('Pump 1')

    await user.click(screen.getByRole('button', { name: 'Select all 30' }))
    expect(screen.getByRole('button', { name: 'Remove 30 SIM cards' })).toBeDefined()
    await user.type(screen.getByRole('searchbox', { name: 'Search SIM cards' }), ' 17')
    expect(await screen.findByRole('button', { name: 'Remove 1 SIM card' })).toBeDefined()
  })

  it('of several entities name theirs, which the search finds', async () => {
    const me = buildSessionUser({
      entityData: {
        water: { name: 'Northwind Water', logo: '', icon: '', status: 'active' },
        wells: { name: 'Northern Wells', logo: '', icon: '', status: 'active' },
      },
      entityViewing: ['water', 'wells'] as EntityId[],
    })
    openSims({
      me,
      path: '/sim-cards?search=wells',
      routes: [answerTo(listSims, () => [north, { ...south, entity: 'wells' }])],
    })

    expect(await screen.findByText('Northern Wells')).toBeDefined()
    expect(screen.queryByRole('cell', { name: /Northwind Water/ })).toBeNull()
  })
})

describe('the dialog of a SIM card', () => {
  it('adds a card', async () => {
    const { seen } = openSims({ routes: [answerTo(createSim, () => north)] })
    await user.click(await screen.findByRole('button', { name: 'Add SIM card' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add SIM card' }))

    await user.type(dialog.getByLabelText(/ICCID/), '8944501234567890199')
    pressTwice(dialog.getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(onlyBody(seen, 'POST /api/v1/sims')).toMatchObject({ iccid: '8944501234567890199' })
  })

  it('sends only what was changed', async () => {
    const { seen } = openSims({ routes: [answerTo(updateSim, () => north)] })
    await user.click(await screen.findByRole('button', { name: 'Actions for North' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit SIM card' }))

    await user.clear(dialog.getByLabelText('Label'))
    await user.type(dialog.getByLabelText('Label'), 'Harbour')
    pressTwice(dialog.getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(onlyBody(seen, 'PUT /api/v1/sims')).toEqual({ simID: 'North', version: 1, label: 'Harbour' })
  })

  it('says that the card was changed in the meantime, and saves what was typed once the newer one is loaded', async () => {
    const newer = { ...north, operator: 'Tyne Mobile', version: 2 }
    const saved: unknown[] = []
    openSims({
      routes: [
        answerTo(listSims, () => [saved.length === 0 ? north : newer, south]),
        answerTo(updateSim, ({ body }) => {
          saved.push(body)
          return saved.length === 1 ? failure('sim/changed') : newer
        }),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Actions for North' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit SIM card' }))
    await user.clear(dialog.getByLabelText('Label'))
    await user.type(dialog.getByLabelText('Label'), 'Harbour')
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    expect(await dialog.findByText('The sentence of sim/changed.')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Load the newer version' }))
    await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>('Operator').value).toBe('Tyne Mobile'))
    expect(dialog.getByLabelText<HTMLInputElement>('Label').value).toBe('Harbour')
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(saved).toEqual([
      { simID: 'North', version: 1, label: 'Harbour' },
      { simID: 'North', version: 2, label: 'Harbour' },
    ])
  })

  it('says what is not valid and keeps what was typed', async () => {
    const { seen } = openSims()
    await user.click(await screen.findByRole('button', { name: 'Add SIM card' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add SIM card' }))

    await user.type(dialog.getByLabelText(/ICCID/), '8944')
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    expect(dialog.getByText('An ICCID has 18 to 22 digits.')).toBeDefined()
    expect(document.activeElement).toBe(dialog.getByLabelText(/ICCID/))
    expect(dialog.getByLabelText<HTMLInputElement>(/ICCID/).value).toBe('8944')
    expect(seen.some(({ method, path }) => method === 'POST' && path === '/api/v1/sims')).toBe(false)
  })
})

describe('an import', () => {
  const line = { line: 2, iccid: '8944501234567890124', verdict: 'created', errors: [], warnings: [], sizes: [] }
  const bad = {
    line: 3,
    iccid: '12',
    verdict: 'invalid',
    errors: ['An ICCID has 18 to 22 digits.'],
    warnings: [],
    sizes: [],
  }
  const verdict = {
    applied: false,
    counts: { created: 1, updated: 0, unchanged: 0, invalid: 1 },
    lines: [line, bad],
    columns: [
      { heading: 'ICCID', field: 'iccid' },
      { heading: 'Colour', field: null },
    ],
    linesLeftOut: 0,
    headed: true,
    decimals: null,
    sizeUnit: null,
  }

  async function upload(csv: string) {
    await user.click(await screen.findByRole('button', { name: 'Import' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Import SIM cards' }))
    const input = document.querySelector<HTMLInputElement>('input[type="file"]')
    if (input === null) throw new Error('There is no place for a file')
    await user.upload(input, new File([csv], 'sims.csv', { type: 'text/csv' }))
    return dialog
  }

  it('asks which column is the ICCID when none is, and what the others are', async () => {
    const { seen } = openSims({
      routes: [
        answerTo(importSimCsv, ({ body }) => {
          const { columns } = body as { columns?: Record<string, string | null> }
          if (columns === undefined) return failure('sim/import-unreadable', { headings: ['Chip', 'Colour'] })
          const read = ['Chip', 'Colour'].map((heading) => ({ heading, field: columns[heading] ?? null }))
          return { ...verdict, counts: { ...verdict.counts, invalid: 0 }, columns: read }
        }),
      ],
    })
    const dialog = await upload('Chip,Colour\n1,red')

    await user.selectOptions(await dialog.findByLabelText('Column with the ICCID'), 'Chip')
    expect(await dialog.findByText('Columns that are not imported: Colour')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Choose what each column is' }))
    await user.selectOptions(dialog.getByLabelText('Colour'), 'Label')
    await waitFor(() => expect(dialog.queryByText(/^Columns that are not imported/)).toBeNull())
    expect(dialog.getByLabelText<HTMLSelectElement>('Colour').value).toBe('label')
    await user.click(await dialog.findByRole('button', { name: 'Import 1 SIM card' }))

    await waitFor(() => expect(seen.filter(({ path }) => path.endsWith('import-csv'))).toHaveLength(4))
    const asked = seen.filter(({ path }) => path.endsWith('import-csv')).map(({ body }) => body)
    expect(asked.map((body) => (body as { columns?: object }).columns)).toEqual([
      undefined,
      { Chip: 'iccid' },
      { Chip: 'iccid', Colour: 'label' },
      { Chip: 'iccid', Colour: 'label' },
    ])
    expect(asked.at(-1)).not.toHaveProperty('dryRun')
  })

  it('asks how numbers are written that may be read in two ways', async () => {
    const { seen } = openSims({
      routes: [
        answerTo(importSimCsv, ({ body }) => {
          const { decimals = 'unclear' } = body as { decimals?: string }
          return { ...verdict, decimals }
        }),
      ],
    })
    const dialog = await upload('ICCID,Data used\n1,2.000')

    expect(await dialog.findByText('The numbers can be read in two ways. Choose one.')).toBeDefined()
    await user.selectOptions(dialog.getByLabelText('Number format in this file'), 'comma')

    await waitFor(() => expect(dialog.queryByText('The numbers can be read in two ways. Choose one.')).toBeNull())
    const asked = seen.filter(({ path }) => path.endsWith('import-csv')).map(({ body }) => body)
    expect(asked.at(-1)).toMatchObject({ decimals: 'comma', dryRun: true })
  })

  it('asks for the unit of sizes that name none, and shows how each is read', async () => {
    const limit = { field: 'dataLimit', written: '50', bytes: 50_000_000 }
    const { seen } = openSims({
      routes: [
        answerTo(importSimCsv, ({ body }) => {
          const { sizeUnit = 'unclear' } = body as { sizeUnit?: string }
          const lines = sizeUnit === 'unclear' ? [bad] : [{ ...line, sizes: [limit] }]
          return { ...verdict, sizeUnit, lines }
        }),
      ],
    })
    const dialog = await upload('ICCID,Limit\n8944501234567890124,50')

    expect(await dialog.findByText(/^This file has sizes without a unit/)).toBeDefined()
    await user.selectOptions(dialog.getByLabelText('Data sizes without a unit are in'), 'MB')

    expect(await dialog.findByText('Data limit a month: 50 → 50 MB')).toBeDefined()
    const asked = seen.filter(({ path }) => path.endsWith('import-csv')).map(({ body }) => body)
    expect(asked.at(-1)).toMatchObject({ sizeUnit: 'MB', dryRun: true })
  })

  it('of a file without headings says so, and asks what each column is', async () => {
    openSims({
      routes: [answerTo(importSimCsv, () => ({ ...verdict, headed: false }))],
    })
    const dialog = await upload('8944501234567890124,red')

    expect(await dialog.findByText(/This file has no headings. Its first line is a card/)).toBeDefined()
    expect(dialog.getByLabelText('Colour')).toBeDefined()
  })

  it('of a long file says how many lines are counted and not listed', async () => {
    openSims({
      routes: [answerTo(importSimCsv, () => ({ ...verdict, linesLeftOut: 98_000 }))],
    })
    const dialog = await upload('ICCID\n1')

    expect(await dialog.findByText(/98,000 more are only counted/)).toBeDefined()
  })

  it('first shows what would become of each line, and then does what a person decides', async () => {
    const { seen } = openSims({
      routes: [
        answerTo(importSimCsv, ({ body }) =>
          (body as { dryRun?: boolean }).dryRun === true ? verdict : { ...verdict, applied: true },
        ),
      ],
    })
    const dialog = await upload('ICCID,Colour\n1,red')

    expect(await dialog.findByText('This file has 1 new, 0 changed, 0 unchanged, 1 not valid.')).toBeDefined()
    expect(dialog.getByText('An ICCID has 18 to 22 digits.')).toBeDefined()
    expect(dialog.getByText('Columns that are not imported: Colour')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Import the valid one' }))

    expect(await dialog.findByText(/^Imported: 1 new/)).toBeDefined()
    const bodies = seen.filter(({ path }) => path.endsWith('import-csv')).map(({ body }) => body)
    const csv = 'ICCID,Colour\n1,red'
    expect(bodies).toEqual([
      { entity: 'water', csv, dryRun: true },
      { entity: 'water', csv, skipInvalid: true },
    ])
  })
})
