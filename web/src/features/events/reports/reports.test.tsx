import { raw, answerAt, answerTo, failure, type Answer } from '#testing/answers.ts'
import { listUnits } from '@fieldwatch/contract/units/units'
import { listEvents, getEventReport } from '@fieldwatch/contract/events/events'
import { getDataOptions, queryData } from '@fieldwatch/contract/telemetry/data'
import { DataId, TemplateId } from '@fieldwatch/contract/api/ids'
import type { ReportDefinition } from '@fieldwatch/contract/reports/reports'
import { getTemplate, putTemplate, type Template, type TemplateChange } from '@fieldwatch/contract/templates/templates'
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useApi } from '#platform/api/api-context.tsx'
import { UnitContext } from '#shared/units/unit-context.ts'
import { templateQuery } from '#shared/units/unit-queries.ts'
import { buildEventPage, buildEventTable, buildOccurrence } from '#testing/build-events.ts'
import { buildTemplate } from '#testing/build-template.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { renderPart } from '#testing/render-part.tsx'
import { pressTwice } from '#testing/press-twice.ts'
import { ReportBar } from './report-bar.tsx'

const UNIT = buildUnit({
  dataID: DataId.parse('Room-1'),
  friendlyName: 'North room',
  defaultTemplate: TemplateId.parse('tank'),
})
const TABLE = buildEventTable()

const DAILY: ReportDefinition = {
  name: 'daily',
  columns: ['Begin', 'For'],
  values: ['startUTC', 'duration'],
  formats: ['DD/MM/YYYY HH:MM:SS', 'minutes'],
  includeCoordinates: false,
  times: 'UTC',
}

type Routes = readonly Answer[]

/** The reports of a table whose template the portal keeps. */
function open({ reports = { daily: DAILY }, routes = [] }: { reports?: Template['reports']; routes?: Routes } = {}) {
  let kept: Template = { ...buildTemplate({ units: 3 }), reports }
  const sent: TemplateChange[] = []
  const { seen } = renderPart(<Reports />, {
    routes: [
      answerTo(listUnits, () => UNIT),
      answerAt(getTemplate, { id: 'tank' }, () => kept),
      answerTo(listEvents, () =>
        buildEventPage([buildOccurrence(1), buildOccurrence(5, { tag: 'a "b"', duration: 90_000 })]),
      ),
      answerAt(getDataOptions, { id: 'Room-1' }, () => ({ room: { temp: 'float' } })),
      answerTo(putTemplate, ({ body }) => {
        const change = body
        sent.push(change)
        if (change.version !== kept.version) {
          return failure('template/changed', { changedBy: 'grace@portal.example' })
        }
        kept = { ...kept, ...(change.template as Partial<Template>), version: kept.version + 1 }
        return kept
      }),
      ...routes,
    ],
  })
  return {
    sent,
    seen,
    user: userEvent.setup(),
    /** Someone else changes the template. */
    change: (parts: Partial<Template>) => {
      kept = { ...kept, ...parts, version: kept.version + 1 }
    },
  }
}

function Reports() {
  const template = useQuery(templateQuery(useApi(), 'tank')).data
  if (template === undefined) return undefined
  return (
    <UnitContext value={{ unit: UNIT, template }}>
      <ReportBar table={TABLE} span={{ startDate: '2026-06-01T00:00:00.000Z' }} filter={{ tag: 'Door' }} />
    </UnitContext>
  )
}

type User = ReturnType<typeof userEvent.setup>

const selector = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Report of Too warm' })

async function choose(user: User, report: string): Promise<void> {
  await user.click(await selector())
  await user.click(await screen.findByRole('option', { name: report }))
}

const dialog = async (name = 'Create A New Report') => within(await screen.findByRole('dialog', { name }))

async function create(user: User) {
  await choose(user, '+ Create New Report')
  return dialog()
}

const column = (fields: Awaited<ReturnType<typeof dialog>>, number: number) =>
  within(fields.getByRole('group', { name: `Column ${number}` }))

const press = async (user: User, name: string | RegExp) => user.click(await screen.findByRole('button', { name }))

const cellsOf = (table: HTMLElement) =>
  [...table.querySelectorAll('tr')].map((row) => [...row.cells].map((cell) => cell.textContent))

const previewOf = (fields: Awaited<ReturnType<typeof dialog>>) =>
  cellsOf(within(fields.getByRole('region', { name: 'Report preview' })).getByRole('table'))

describe('the report selector', () => {
  // spec 2-2-21
  it('offers raw_data, each saved report by name and + Create New Report', async () => {
    const { user } = open({ reports: { weekly: { ...DAILY, name: 'weekly' }, daily: DAILY } })

    await user.click(await selector())

    const options = await screen.findAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'raw_data',
      'daily',
      'weekly',
      '+ Create New Report',
    ])
    expect((await selector()).value).toBe('raw_data')
  })

  it('falls back to raw_data when another person has deleted the report', async () => {
    const { user, change } = open()
    await choose(user, 'daily')
    await press(user, 'Edit daily')
    await user.type((await dialog('Edit daily')).getByLabelText(/^Report name/), '2')
    change({ reports: {} })
    await press(user, 'Save')
    await press(user, 'Load the newer version')
    await screen.findByText(/It no longer has this report/)
    await user.keyboard('{Escape}')
    await press(user, 'Discard')

    expect((await selector()).value).toBe('raw_data')
    expect(screen.queryByRole('button', { name: 'Edit daily' })).toBeNull()
  })
})

describe('the download', () => {
  const saved: { name: string; file: Blob }[] = []
  const files: Blob[] = []

  beforeEach(() => {
    saved.length = 0
    files.length = 0
    const createObjectURL = (file: Blob): string => `blob:${files.push(file) - 1}`
    Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined })
    // jsdom saves nothing.
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      const file = files[Number(this.href.split(':')[1])]
      if (file !== undefined) saved.push({ name: this.download, file })
    })
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  /** An answer that comes piece by piece, and ends when anyone who asked goes away. */
  function stream(signal: AbortSignal | undefined) {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({
      start: (opened) => {
        controller = opened
        signal?.addEventListener('abort', () => opened.error(signal.reason))
      },
    })
    const encoder = new TextEncoder()
    return {
      response: raw(body, { 'content-type': 'text/csv; charset=utf-8' }),
      send: (text: string) => controller?.enqueue(encoder.encode(text)),
      end: () => controller?.close(),
      breakOff: () => controller?.error(new TypeError('network error')),
    }
  }

  function openStream() {
    const streams: ReturnType<typeof stream>[] = []
    const opened = open({
      routes: [
        answerTo(getEventReport, ({ signal }) => {
          const next = stream(signal)
          streams.push(next)
          return next.response
        }),
      ],
    })
    return { ...opened, streams, first: () => waitFor(() => streams[0] ?? Promise.reject(new Error('not asked'))) }
  }

  // spec 2-1-04, 2-2-22
  it('saves the report of the range and the filter under the name of the specification', async () => {
    const { user, seen, first } = openStream()
    await choose(user, 'daily')
    await press(user, 'Download daily')
    await user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
    const answer = await first()
    answer.send('Begin,For\r\n')
    answer.send('01/06/2026 00:01:00,1\r\n')
    answer.end()

    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]?.name).toBe('Room-1_daily.csv')
    expect(await saved[0]?.file.text()).toBe('Begin,For\r\n01/06/2026 00:01:00,1\r\n')
    const asked = new URL(seen.findLast(({ path }) => path.includes('/report'))?.path ?? '', 'http://portal')
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      dataID: 'Room-1',
      name: 'Too_warm',
      report: 'daily',
      startDate: '2026-06-01T00:00:00.000Z',
      tag: 'Door',
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      format: 'csv',
    })
  })

  // spec 2-2-22
  it('shows how much has come, and is not started twice', async () => {
    const { user, streams, first } = openStream()
    await press(user, 'Download raw_data')
    await user.dblClick(await screen.findByRole('menuitem', { name: 'CSV' }))
    const answer = await first()
    expect(await screen.findByText('Downloading…')).toBeDefined()
    answer.send('x'.repeat(1_250_000))

    expect(await screen.findByText('Downloading… 1.3 MB')).toBeDefined()
    expect(streams).toHaveLength(1)
    answer.end()
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(screen.queryByText(/Downloading/)).toBeNull()
  })

  // spec 2-2-22
  it('can be cancelled: nothing is saved, and no failure is shown', async () => {
    const { user, first } = openStream()
    await press(user, 'Download raw_data')
    await user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
    const answer = await first()
    answer.send('startUTC\r\n')
    await press(user, 'Cancel the download')

    expect(await screen.findByRole('button', { name: 'Download raw_data' })).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(saved).toEqual([])
  })

  // spec 2-8-21
  it('says in a sentence that the connection ended, and saves no half of a file', async () => {
    const { user, first } = openStream()
    await press(user, 'Download raw_data')
    await user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
    const answer = await first()
    answer.send('startUTC\r\n')
    answer.breakOff()

    expect((await screen.findByRole('alert')).textContent).toBe(
      'Failed to download the report.The connection was lost before the download was complete. Nothing was saved. Please try again.',
    )
    expect(saved).toEqual([])
  })

  // spec 2-8-21
  it('says in a sentence why the portal refuses it', async () => {
    const { user } = open({ routes: [answerTo(getEventReport, () => failure('data/too-many-reads'))] })
    await press(user, 'Download raw_data')
    await user.click(await screen.findByRole('menuitem', { name: 'CSV' }))

    expect((await screen.findByRole('alert')).textContent).toBe(
      'Failed to download the report.The sentence of data/too-many-reads.',
    )
  })
})

describe('Create A New Report', () => {
  // spec 2-2-38, 2-2-39, 2-5-12
  it('has a name, columns with header, value and format, and Include Coordinates, which is marked as required', async () => {
    const { user } = open()
    const fields = await create(user)

    expect(fields.getByLabelText<HTMLInputElement>(/^Report name/).required).toBe(true)
    const first = column(fields, 1)
    expect(first.getByLabelText<HTMLInputElement>(/^Header/).required).toBe(true)
    expect(first.getByLabelText<HTMLSelectElement>(/^Value/).required).toBe(true)
    expect(first.getByLabelText(/^Format/)).toBeDefined()
    const coordinates = fields.getByRole<HTMLInputElement>('checkbox', { name: /^Include Coordinates/ })
    expect(coordinates.checked).toBe(false)
    expect(coordinates.labels?.[0]?.textContent).toBe('Include Coordinates *')
  })

  // spec 2-5-09, 2-5-10, 2-5-11
  it('says what is missing, beside where it is missing, and sends nothing', async () => {
    const { user, sent } = open()
    const fields = await create(user)
    await press(user, 'Save')

    expect(fields.getByText('A report name is required.')).toBeDefined()
    expect(fields.getByText('A column header is required.')).toBeDefined()
    expect(fields.getByText('A value is required.')).toBeDefined()
    expect(document.activeElement).toBe(fields.getByLabelText(/^Report name/))
    expect(sent).toEqual([])
  })

  // spec 2-5-13, 2-5-21
  it('offers the formats of the value, and none for a column that is left empty', async () => {
    const { user } = open()
    const fields = column(await create(user), 1)
    const format = fields.getByLabelText<HTMLSelectElement>(/^Format/)
    const offered = () => [...format.options].map(({ label }) => label)
    const value = fields.getByLabelText(/^Value/)

    expect(format.disabled).toBe(true)
    await user.selectOptions(value, 'duration')
    expect(format.disabled).toBe(false)
    expect(offered()).toContain('days HH:MM:SS')
    expect(format.value).toBe('HH:MM:SS')
    await user.selectOptions(value, 'room.temp')
    expect(offered()).toContain('7 Decimal')
    expect(offered()).not.toContain('HH:MM:SS')
    await user.selectOptions(value, 'Leave Empty')
    expect(format.disabled).toBe(true)
    expect(format.value).toBe('')
  })

  it('fills the header in with what the value is, unless another was typed', async () => {
    const { user } = open()
    const fields = column(await create(user), 1)
    const header = fields.getByLabelText<HTMLInputElement>(/^Header/)
    await user.selectOptions(fields.getByLabelText(/^Value/), 'startUTC')
    expect(header.value).toBe('Start')
    await user.selectOptions(fields.getByLabelText(/^Value/), 'endUTC')
    expect(header.value).toBe('End')
    await user.clear(header)
    await user.type(header, 'Over')
    await user.selectOptions(fields.getByLabelText(/^Value/), 'duration')

    expect(header.value).toBe('Over')
  })

  // spec 2-5-22
  it('removes a column only when there is more than one', async () => {
    const { user } = open()
    const fields = await create(user)
    expect(fields.queryByRole('button', { name: 'Remove column 1' })).toBeNull()
    await press(user, 'Add column')
    await user.type(column(fields, 2).getByLabelText(/^Header/), 'Second')
    await press(user, 'Remove column 1')

    expect(fields.getAllByRole('group')).toHaveLength(1)
    expect(column(fields, 1).getByLabelText<HTMLInputElement>(/^Header/).value).toBe('Second')
    expect(fields.queryByRole('button', { name: 'Remove column 1' })).toBeNull()
  })

  // spec 2-2-39
  it('moves a column by its buttons, says so, and keeps the focus on it', async () => {
    const { user } = open()
    const fields = await create(user)
    await press(user, 'Add column')
    await user.type(column(fields, 1).getByLabelText(/^Header/), 'First')
    await user.type(column(fields, 2).getByLabelText(/^Header/), 'Second')
    const headers = () => fields.getAllByLabelText<HTMLInputElement>(/^Header/).map(({ value }) => value)
    fields.getByRole('button', { name: 'Move column 2 up' }).focus()
    await user.keyboard('{Enter}')

    expect(headers()).toEqual(['Second', 'First'])
    expect(fields.getByText('column 2 is now at position 1 of 2.')).toBeDefined()
    expect(document.activeElement).toBe(fields.getByRole('button', { name: 'Move column 1 up' }))
    await user.keyboard('{Enter}')
    expect(headers()).toEqual(['Second', 'First'])
  })

  // spec 2-2-39
  it('shows the first rows as they will be written, while they are entered', async () => {
    const { user } = open()
    const fields = await create(user)
    await user.selectOptions(fields.getByLabelText(/^Time zone/), 'UTC')
    await user.selectOptions(column(fields, 1).getByLabelText(/^Value/), 'startUTC')
    await user.selectOptions(column(fields, 1).getByLabelText(/^Format/), 'DD/MM/YYYY HH:MM:SS')
    await press(user, 'Add column')
    await user.selectOptions(column(fields, 2).getByLabelText(/^Value/), 'tag')
    await user.selectOptions(column(fields, 2).getByLabelText(/^Format/), 'uppercase')

    expect(previewOf(fields)).toEqual([
      ['Start', 'Tag'],
      ['01/06/2026 00:01:00', ''],
      ['01/06/2026 00:05:00', 'A "B"'],
    ])
  })

  // spec 2-2-40, 2-7-11
  it('shows where the unit was during the first events, when that is included', async () => {
    const at = '2026-06-01T00:01:00.000Z'
    const asked: unknown[] = []
    const { user } = open({
      routes: [
        answerTo(queryData, ({ body }) => {
          asked.push(body)
          const data = [1, 2, 3].map((lat) => ({ messageUTC: at, recieveUTC: at, lat, lon: -18.123456789 }))
          return { data, pagination: { dataID: body.dataID, subject: body.subject, hasNext: false } }
        }),
      ],
    })
    const fields = await create(user)
    await user.click(fields.getByRole('checkbox', { name: /^Include Coordinates/ }))

    await waitFor(() => expect(previewOf(fields)[1]).toEqual(['', '1 -18.1234568; 2 -18.1234568; …']))
    expect(previewOf(fields)[0]).toEqual(['', 'coordinates'])
    expect(asked[0]).toMatchObject({
      dataID: 'Room-1',
      subject: 'gpgga_Internal',
      filters: [
        { field: 'messageUTC', operator: '>=', value: '2026-06-01T00:01:00.000Z' },
        { field: 'messageUTC', operator: '<=', value: '2026-06-01T00:02:00.000Z' },
      ],
      sort: { field: 'messageUTC', direction: 'asc' },
    })
  })

  it('says that a unit sends no positions', async () => {
    const { user } = open({ routes: [answerTo(queryData, () => failure('data/not-found'))] })
    const fields = await create(user)
    await user.click(fields.getByRole('checkbox', { name: /^Include Coordinates/ }))

    expect(await fields.findByText(/sent no positions/)).toBeDefined()
  })

  it('says that there is nothing to preview', async () => {
    const { user } = open({ routes: [answerTo(listEvents, () => buildEventPage([]))] })

    expect(await (await create(user)).findByText(/No events in this range yet/)).toBeDefined()
  })

  // spec 2-2-41
  it('is saved to the shared template, after it said whom that is for, and is chosen then', async () => {
    const { user, sent } = open()
    const fields = await create(user)
    expect(fields.getByText('This change affects all devices that share the same template.')).toBeDefined()
    expect(fields.getByText(/is shared/)).toBeDefined()
    expect(fields.getByLabelText('Everyone: all 3 units with this template')).toBeDefined()
    await user.type(fields.getByLabelText(/^Report name/), 'Per Day')
    await user.selectOptions(column(fields, 1).getByLabelText(/^Value/), 'duration')
    await user.selectOptions(fields.getByLabelText(/^Time zone/), 'UTC')
    pressTwice(fields.getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ templateID: 'tank', version: 1 })
    expect(sent[0]).not.toHaveProperty('dataID')
    expect(sent[0]?.template.reports).toEqual({
      daily: DAILY,
      per_day: {
        name: 'per_day',
        columns: ['Duration'],
        values: ['duration'],
        formats: ['HH:MM:SS'],
        includeCoordinates: false,
        times: 'UTC',
      },
    })
    expect((await selector()).value).toBe('per_day')
  })

  // spec 2-2-41
  it('can be saved for this unit alone', async () => {
    const { user, sent } = open()
    const fields = await create(user)
    await user.type(fields.getByLabelText(/^Report name/), 'own')
    await user.selectOptions(column(fields, 1).getByLabelText(/^Value/), 'tag')
    await user.click(fields.getByLabelText('Only North room, with its own copy'))
    await press(user, 'Save')

    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ dataID: 'Room-1', templateID: 'tank' })
  })

  // spec 2-8-21
  it.each([
    ['is refused', failure('template/not-yours'), 'The sentence of template/not-yours.'],
    ['there is no answer', new TypeError('Failed to fetch'), /cannot be reached/],
  ])('keeps what was entered when saving %s, and says so', async (_how, answer, reason) => {
    const { user } = open({ routes: [answerTo(putTemplate, () => answer)] })
    const fields = await create(user)
    await user.type(fields.getByLabelText(/^Report name/), 'mine')
    await user.selectOptions(column(fields, 1).getByLabelText(/^Value/), 'tag')
    await press(user, 'Save')

    expect(await fields.findByText('Failed to update the template.')).toBeDefined()
    expect(fields.getByText(reason)).toBeDefined()
    expect(fields.getByLabelText<HTMLInputElement>(/^Report name/).value).toBe('mine')
  })

  it('made beside one of another person loses neither', async () => {
    const { user, sent, change } = open()
    const fields = await create(user)
    await user.type(fields.getByLabelText(/^Report name/), 'mine')
    await user.selectOptions(column(fields, 1).getByLabelText(/^Value/), 'tag')
    change({ reports: { daily: DAILY, theirs: { ...DAILY, name: 'theirs' } } })
    await press(user, 'Save')
    expect(await fields.findByText(/grace@portal.example changed it in the meantime/)).toBeDefined()
    await press(user, 'Load the newer version')
    expect(await fields.findByText('The newer template is loaded. Save to add your report to it.')).toBeDefined()
    await press(user, 'Save')

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(Object.keys(sent.at(-1)?.template.reports ?? {})).toEqual(['daily', 'theirs', 'mine'])
  })

  it('asks before what was entered is lost', async () => {
    const { user } = open()
    await user.type((await create(user)).getByLabelText(/^Report name/), 'mine')
    await user.keyboard('{Escape}')

    expect(await screen.findByText('Discard what you entered?')).toBeDefined()
  })
})

describe('a saved report', () => {
  it('opens with what it has, and is kept under its new name alone', async () => {
    const { user, sent } = open({ reports: { daily: DAILY, weekly: { ...DAILY, name: 'weekly' } } })
    await choose(user, 'daily')
    await press(user, 'Edit daily')
    const fields = await dialog('Edit daily')
    expect(fields.getAllByLabelText<HTMLInputElement>(/^Header/).map(({ value }) => value)).toEqual(['Begin', 'For'])
    expect(fields.getAllByLabelText<HTMLSelectElement>(/^Format/).map(({ value }) => value)).toEqual(DAILY.formats)
    await waitFor(() =>
      expect(previewOf(fields)).toEqual([
        ['Begin', 'For'],
        ['01/06/2026 00:01:00', '1'],
        ['01/06/2026 00:05:00', '1.5'],
      ]),
    )
    await user.clear(fields.getByLabelText(/^Report name/))
    await user.type(fields.getByLabelText(/^Report name/), 'Hourly')
    await press(user, 'Save')

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent[0]?.template.reports).toEqual({
      hourly: { ...DAILY, name: 'hourly' },
      weekly: { ...DAILY, name: 'weekly' },
    })
    expect((await selector()).value).toBe('hourly')
  })

  it('that another person changed in the meantime is shown before it is replaced', async () => {
    const { user, change } = open()
    await choose(user, 'daily')
    await press(user, 'Edit daily')
    const fields = await dialog('Edit daily')
    await user.type(fields.getByLabelText(/^Report name/), '2')
    change({ reports: { daily: { ...DAILY, includeCoordinates: true } } })
    await press(user, 'Save')
    await press(user, 'Load the newer version')

    expect(await fields.findByText(/another version of this report/)).toBeDefined()
  })

  it('cannot take the name of another', async () => {
    const { user, sent } = open({ reports: { daily: DAILY, weekly: { ...DAILY, name: 'weekly' } } })
    await choose(user, 'weekly')
    await press(user, 'Edit weekly')
    const fields = await dialog('Edit weekly')
    await user.clear(fields.getByLabelText(/^Report name/))
    await user.type(fields.getByLabelText(/^Report name/), 'Daily')
    await press(user, 'Save')

    expect(fields.getByText('A report with this name already exists.')).toBeDefined()
    expect(sent).toEqual([])
  })

  // spec 2-2-41
  it('is deleted after a question that says whom that is for', async () => {
    const { user, sent } = open()
    await choose(user, 'daily')
    await press(user, 'Delete daily')
    const question = await dialog('Delete daily?')
    expect(question.getByText('This change affects all devices that share the same template.')).toBeDefined()
    await user.click(question.getByRole('button', { name: 'Delete' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent[0]?.template.reports).toEqual({})
    expect((await selector()).value).toBe('raw_data')
  })

  it('stays when it cannot be deleted, with the words of the specification', async () => {
    const { user } = open({ routes: [answerTo(putTemplate, () => failure('template/not-yours'))] })
    await choose(user, 'daily')
    await press(user, 'Delete daily')
    const question = await dialog('Delete daily?')
    await user.click(question.getByRole('button', { name: 'Delete' }))

    expect(await question.findByText('Failed to update the template.')).toBeDefined()
  })
})
