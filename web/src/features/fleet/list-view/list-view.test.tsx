import { answerTo, failure, type Answer } from '#testing/answers.ts'
import { listUnits } from '@fieldwatch/contract/units/units'
import { listTemplates } from '@fieldwatch/contract/templates/templates'
import { listLastValues, listSharedOptions } from '@fieldwatch/contract/telemetry/data'
import type { SourceName, TemplateId } from '@fieldwatch/contract/api/ids'
import { DEFAULT_LIST_VIEW } from '@fieldwatch/contract/units/list-columns'
import { getListView, setListView, type ListValue, type ListView } from '@fieldwatch/contract/units/list-view'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { renderApp } from '#testing/render-app.tsx'

const user = userEvent.setup()
const fleet = [
  buildUnit({ dataID: 'tank-10', friendlyName: 'Tank 10', size: 'large', defaultTemplate: 'tank' as TemplateId }),
  buildUnit({ dataID: 'tank-2', friendlyName: 'Tank 2', size: '' }),
  buildUnit({ dataID: 'pump-1', friendlyName: 'Pump 1', size: 'medium' }),
]
const TABLE: ListView = { layout: 'table', columns: ['size', 'template'], sort: { by: 'name', descending: false } }

/** The list as a person with a view sees it; what they change is kept. */
function open(
  view: ListView | null = TABLE,
  { keeps = true, routes = [] }: { keeps?: boolean; routes?: readonly Answer[] } = {},
) {
  let kept = view
  return renderApp({
    path: '/dashboard',
    user: buildSessionUser({ role: 'admin' }),
    routes: [
      ...routes,
      answerTo(listUnits, () => fleet),
      answerTo(listTemplates, () => [{ id: 'tank', title: 'Tank of oil' }]),
      answerTo(getListView, () => (kept === null ? failure('request/not-found') : kept)),
      answerTo(setListView, ({ body }) => {
        if (!keeps) return failure('server/internal')
        kept = body
        return undefined
      }),
    ],
  })
}

const table = () => screen.findByRole('table', { name: 'Units' })
const headings = async () =>
  within(await table())
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
const names = async () =>
  within(await table())
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent)

describe('the list of units as a table', () => {
  it('has the columns that the person chose, and their values', async () => {
    open()
    expect(await headings()).toEqual(['Name', 'Size', 'Template'])
    expect(await screen.findByText('Tank of oil')).toBeDefined()
    const row = within(await table()).getByRole('row', { name: /Tank 10/ })
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['large', 'Tank of oil'])
    expect(within(row).getByRole('link', { name: 'Tank 10' }).getAttribute('href')).toBe('/dashboard/tank-10')
  })

  it('is sorted by pressing a heading, with units that have nothing at the end, and stays so', async () => {
    const { seen } = open()
    expect(await names()).toEqual(['Pump 1', 'Tank 2', 'Tank 10'])

    await user.click(screen.getByRole('button', { name: 'Size' }))

    expect(await names()).toEqual(['Tank 10', 'Pump 1', 'Tank 2'])
    expect(screen.getByRole('columnheader', { name: 'Size' }).getAttribute('aria-sort')).toBe('ascending')
    await user.click(screen.getByRole('button', { name: 'Size' }))
    expect(await names()).toEqual(['Pump 1', 'Tank 10', 'Tank 2'])
    const kept = () => seen.filter(({ method }) => method === 'PUT').at(-1)?.body
    await waitFor(() => expect(kept()).toEqual({ ...TABLE, sort: { by: 'size', descending: true } }))
  })

  it('has a column that is ticked, where it was moved to', async () => {
    const { seen } = open()
    await table()
    await user.click(screen.getByRole('button', { name: 'Sort and columns' }))
    const columns = await screen.findByRole('list', { name: 'Columns' })

    await user.click(within(columns).getByRole('checkbox', { name: 'dataID' }))
    await user.click(within(columns).getByRole('checkbox', { name: 'Template' }))
    await user.click(within(columns).getByRole('button', { name: 'Move Size down' }))
    await user.click(within(columns).getByRole('button', { name: 'Move dataID up' }))

    expect(await headings()).toEqual(['Name', 'Size', 'dataID'])
    const kept = () => seen.filter(({ method }) => method === 'PUT').at(-1)?.body
    await waitFor(() => expect(kept()).toEqual({ ...TABLE, columns: ['size', 'dataID'] }))
  })

  it('chooses units as the cards do', async () => {
    open()
    await table()
    await user.click(screen.getByRole('button', { name: 'Select units' }))

    await user.click(screen.getByRole('checkbox', { name: 'Select Pump 1' }))
    await user.keyboard('{Shift>}')
    await user.click(screen.getByRole('checkbox', { name: 'Select Tank 10' }))
    await user.keyboard('{/Shift}')

    expect(await screen.findByText('3 selected')).toBeDefined()
  })
})

describe('the last value in the list', () => {
  const value: ListValue = { source: 'probe' as SourceName, field: 'level' }
  const last = { dataID: 'tank-2', atUTC: '2026-05-06T12:00:00.000Z', value: 2.5, unit: 'm' }
  const routes = [
    answerTo(listLastValues, () => [last]),
    answerTo(listSharedOptions, () => {
      const fields = [{ name: 'level', type: 'float', units: 3 }]
      return [{ source: 'probe', units: 3, fields }]
    }),
  ]

  it('is read for all rows at once, with its unit of measure and its age; a unit without one says so', async () => {
    const { seen } = open({ ...TABLE, value }, { routes })

    expect(await headings()).toEqual(['Name', 'probe.level', 'Size', 'Template'])
    expect((await screen.findByText('2.5 m')).parentElement?.textContent).toMatch(/^2\.5 m\d+ d ago$/)
    expect(await screen.findAllByTitle('No value yet')).toHaveLength(2)
    expect(seen.filter(({ path }) => path.endsWith('/last-values')).map(({ body }) => body)).toEqual([
      { dataIDs: ['pump-1', 'tank-2', 'tank-10'], subject: 'probe', field: 'level' },
    ])
  })

  it('is chosen among the fields of the units that are shown, kept, and taken away', async () => {
    const { seen } = open({ ...DEFAULT_LIST_VIEW, columns: [] }, { routes })
    const kept = () => (seen.filter(({ method }) => method === 'PUT').at(-1)?.body as ListView | undefined)?.value
    await screen.findByRole('list', { name: 'Units' })
    await user.click(screen.getByRole('button', { name: 'Sort and columns' }))

    await user.type(await screen.findByRole('combobox', { name: 'Last value' }), 'lev')
    await user.click(await screen.findByRole('option', { name: 'probe.level' }))

    expect(await screen.findByText('2.5 m')).toBeDefined()
    await waitFor(() => expect(kept()).toEqual(value))
    await user.clear(screen.getByRole('combobox', { name: 'Last value' }))
    expect(screen.queryByText('2.5 m')).toBeNull()
    await waitFor(() => expect(kept()).toBeUndefined())
  })
})

describe('how a person looks at the list', () => {
  it('is as cards by name when it cannot be read', async () => {
    open(null)
    expect(await screen.findByRole('list', { name: 'Units' })).toBeDefined()
    expect(screen.queryByRole('table', { name: 'Units' })).toBeNull()
  })

  it('turns cards into a table and back, each sorted alike', async () => {
    open({ ...DEFAULT_LIST_VIEW, columns: [] })
    await screen.findByRole('list', { name: 'Units' })
    await user.click(screen.getByRole('button', { name: 'Sort and columns' }))
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Sort by' }), 'Size')
    await user.click(screen.getByRole('button', { name: 'Descending' }))
    const cards = screen.getAllByRole('link', { name: /Tank|Pump/ })
    expect(cards.map((card) => card.getAttribute('href'))).toEqual([
      '/dashboard/pump-1',
      '/dashboard/tank-10',
      '/dashboard/tank-2',
    ])

    await user.click(screen.getByRole('radio', { name: 'Table' }))
    expect(await names()).toEqual(['Pump 1', 'Tank 10', 'Tank 2'])
    await user.click(screen.getByRole('radio', { name: 'Cards and map' }))

    expect(await screen.findByRole('list', { name: 'Units' })).toBeDefined()
  })

  it('is as chosen when it cannot be kept, and says so', async () => {
    open(TABLE, { keeps: false })
    await table()

    await user.click(screen.getByRole('button', { name: 'Size' }))

    expect((await screen.findByRole('alert')).textContent).toContain('could not be saved')
    expect(await names()).toEqual(['Tank 10', 'Pump 1', 'Tank 2'])
  })
})
