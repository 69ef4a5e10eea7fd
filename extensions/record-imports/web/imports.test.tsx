import { answerTo, failure, type Answer } from '@fieldwatch/web/testing/answers.ts'
import { listUnits } from '@fieldwatch/contract/units/units'
import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import {
  listRecordImports,
  previewRecordImport,
  startRecordImport,
  undoRecordImport,
  type ImportSettings,
  type ImportTimes,
  type ImportValues,
  type RecordImport,
} from '../contract/record-imports.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { buildSessionUser } from '@fieldwatch/web/testing/build-session-user.ts'
import { buildUnit } from '@fieldwatch/web/testing/build-unit.ts'
import { renderApp } from '@fieldwatch/web/testing/render-app.tsx'

const user = userEvent.setup()

const settings = {
  source: 'logger',
  encoding: 'utf-8',
  delimiter: ';',
  decimals: 'comma',
  lineBreak: 'lf',
  comment: null,
  headingLine: 1,
  firstLine: 2,
  seriesColumn: null,
  missing: [],
  time: { column: 0, timeColumn: null, format: 'dmy', zone: 'Europe/Berlin', doubled: 'in-order' },
  columns: [{ column: 1, field: 'temp', type: 'number', unit: null, series: null }],
} as unknown as ImportSettings

function buildImport(parts: Partial<RecordImport> = {}): RecordImport {
  return {
    importID: 7,
    dataID: 'tank-01' as DataId,
    fileName: 'logger.csv',
    fileBytes: 100,
    parts: 1,
    state: 'ready',
    settings: null,
    createdUTC: '2026-05-06T12:00:00.000Z',
    createdBy: 'Ada Lovelace',
    endedUTC: null,
    progress: 0,
    checked: false,
    counts: {
      lines: 0,
      added: 0,
      replaced: 0,
      unchanged: 0,
      repeated: 0,
      joined: 0,
      emptied: 0,
      refused: 0,
      doubled: 0,
    },
    firstUTC: null,
    lastUTC: null,
    failure: null,
    ...parts,
  }
}

type Routes = readonly Answer[]

function openManagement(routes: Routes) {
  return renderApp({
    path: '/dashboard/tank-01/management/data',
    user: buildSessionUser({ role: 'admin' }),
    routes: [
      answerTo(listUnits, () =>
        buildUnit({ dataID: 'tank-01', friendlyName: 'North tank', entities: ['water' as EntityId] }),
      ),
      ...routes,
    ],
  })
}

function buildTimes(format: ImportTimes['format'], parts: Partial<ImportTimes> = {}): ImportTimes {
  return {
    format,
    read: 48,
    firstUTC: '2026-02-01T07:15:00.000Z',
    lastUTC: '2026-02-03T06:15:00.000Z',
    shortestMs: 3_600_000,
    longestMs: 3_600_000,
    usualMs: 3_600_000,
    doubled: 0,
    zoned: 0,
    odd: { count: 0, samples: [] },
    ...parts,
  }
}

function buildValues(parts: Partial<ImportValues>): ImportValues {
  return {
    column: 1,
    series: null,
    heading: 'Temp',
    field: 'temp',
    type: 'number',
    unit: null,
    cellUnit: null,
    samples: [],
    filled: 48,
    missing: { count: 0, words: [] },
    odd: { count: 0, samples: [] },
    least: null,
    most: null,
    ...parts,
  }
}

const preview = {
  settings,
  looked: 1,
  furtherSeries: 0,
  columns: [
    { heading: 'Datum', unit: null, samples: ['01.02.2026 08:15'] },
    { heading: 'Temp', unit: '°C', samples: ['21,5'] },
    { heading: 'Ort', unit: null, samples: ['Keller'] },
  ],
  times: [buildTimes('dmy', { lastUTC: '2026-02-03T07:15:00.000Z' })],
  values: [
    buildValues({
      column: 1,
      heading: 'Temp',
      field: 'temp',
      unit: '°C',
      least: 21.5,
      most: 23,
      odd: { count: 2, samples: [{ line: 7, text: 'ERR' }] },
    }),
    buildValues({ column: 2, heading: 'Ort', field: 'Ort', type: 'text', samples: ['Keller'] }),
  ],
  lines: [
    { line: 2, messageUTC: '2026-02-01T07:15:00.000Z', fields: { temp: 21.5 }, odd: {}, refusal: null },
    { line: 3, messageUTC: null, fields: {}, odd: {}, refusal: '“x” is not a time in the chosen format.' },
  ],
}

describe('imports of records', () => {
  it('show how a file is read, and are begun with what was changed', async () => {
    const { seen } = openManagement([
      answerTo(listRecordImports, () => [buildImport()]),
      answerTo(previewRecordImport, () => preview),
      answerTo(startRecordImport, () => buildImport({ state: 'running' })),
    ])
    await user.click(await screen.findByRole('button', { name: /logger\.csv/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Open' }))
    const dialog = await screen.findByRole('dialog', { name: 'Import records' })
    const table = await within(dialog).findByRole('table', { name: /^The first records/ })
    within(table).getByText('“x” is not a time in the chosen format.')
    within(dialog).getByText('1 Feb 2026, 08:15 to 3 Feb 2026, 08:15, every 1 h')
    within(dialog).getByText('Temp in °C')
    within(dialog).getByText('21.5 to 23 · 48 values')
    within(dialog).getByText('2 cells are not numbers and are left empty: line 7 “ERR”')

    await user.selectOptions(within(dialog).getByLabelText('Type of Ort'), 'Text')
    expect(within(dialog).getByLabelText<HTMLInputElement>('Field for Ort').value).toBe('Ort')
    await user.click(within(dialog).getByRole('button', { name: 'Import' }))

    const started = seen.find(({ path }) => path === '/api/v1/imports/start')
    expect(started?.body).toEqual({
      importID: 7,
      settings: {
        ...settings,
        columns: [...settings.columns, { column: 2, field: 'Ort', type: 'text', unit: null, series: null }],
      },
      check: false,
    })
  })

  it('wait for the whole file to be read, and for the order of its dates', async () => {
    let asked = 0
    const { seen } = openManagement([
      answerTo(listRecordImports, () => [buildImport()]),
      answerTo(previewRecordImport, ({ body }) => {
        asked += 1
        const given = (body as { settings?: ImportSettings }).settings
        const guessed = { ...settings, time: { ...settings.time, format: null } }
        return {
          ...preview,
          settings: given ?? guessed,
          looked: asked === 1 ? 0.4 : 1,
          times: [
            buildTimes('dmy'),
            buildTimes('mdy', { firstUTC: '2026-01-02T07:15:00.000Z', longestMs: 2_592_000_000 }),
          ],
        }
      }),
      answerTo(startRecordImport, () => buildImport({ state: 'running' })),
    ])
    await user.click(await screen.findByRole('button', { name: /logger\.csv/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Open' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Import records' }))
    const order = within(await dialog.findByRole('radiogroup', { name: 'Which part of the date is the day?' }))
    const start = dialog.getByRole<HTMLButtonElement>('button', { name: 'Import' })
    await expect.poll(() => dialog.queryByText(/^Reading the whole file/)).toBeNull()
    expect(start.disabled).toBe(true)
    dialog.getByText('Choose which part of the date is the day, at the top.')
    order.getByText('2 Jan 2026, 08:15 to 3 Feb 2026, 07:15, mostly every 1 h (shortest step 1 h, longest 30 d)')

    await user.click(order.getByRole('radio', { name: /day first/ }))
    await expect.poll(() => start.disabled).toBe(false)
    await user.click(start)

    const started = seen.find(({ path }) => path === '/api/v1/imports/start')
    expect(started?.body).toMatchObject({ settings: { time: { format: 'dmy' } } })
  })

  it('keep all that was entered when a time zone is mistyped, and when the upload is opened again', async () => {
    let kept: ImportSettings | null = null
    openManagement([
      answerTo(listRecordImports, () => [buildImport({ settings: kept })]),
      answerTo(previewRecordImport, ({ body }) => {
        const asked = (body as { settings?: ImportSettings }).settings
        if (asked !== undefined && asked.time.zone !== 'Europe/Berlin')
          return failure('request/invalid', { fields: { 'settings.time.zone': 'There is no such time zone.' } })
        kept = asked ?? null
        return { ...preview, settings: asked ?? settings }
      }),
    ])
    await user.click(await screen.findByRole('button', { name: /logger\.csv/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Open' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Import records' }))
    await user.selectOptions(await dialog.findByLabelText('Type of Ort'), 'Text')
    await expect.poll(() => kept?.columns.length).toBe(2)
    await user.type(dialog.getByLabelText('Time zone'), 'x')

    expect(await dialog.findByText('There is no such time zone.')).toBeDefined()
    expect(dialog.getByLabelText<HTMLInputElement>('Field for Ort').value).toBe('Ort')

    await user.click(dialog.getByRole('button', { name: 'Close' }))
    await user.click(await screen.findByRole('button', { name: /logger\.csv/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Open' }))
    const again = within(await screen.findByRole('dialog', { name: 'Import records' }))
    expect((await again.findByLabelText<HTMLInputElement>('Field for Ort')).value).toBe('Ort')
  })

  it('are undone after a question that says what goes and what comes back', async () => {
    const counts = {
      lines: 12,
      added: 9,
      replaced: 2,
      unchanged: 0,
      repeated: 0,
      joined: 0,
      emptied: 0,
      refused: 1,
      doubled: 0,
    }
    const { seen } = openManagement([
      answerTo(listRecordImports, () => [buildImport({ state: 'done', counts, settings })]),
      answerTo(undoRecordImport, () => buildImport({ state: 'undoing' })),
    ])
    await screen.findByText('9 new, 1 refused, 2 replaced')
    await user.click(screen.getByRole('button', { name: /logger\.csv/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Undo' }))
    const dialog = await screen.findByRole('dialog', { name: 'Undo the import of logger.csv?' })
    expect(dialog.textContent).toContain('9 imported records are removed and 2 replaced records are restored.')
    await user.click(within(dialog).getByRole('button', { name: 'Undo the import' }))
    expect(seen.find(({ path }) => path === '/api/v1/imports/undo')?.body).toEqual({ importID: 7 })
  })

  it('say why a file cannot be read', async () => {
    openManagement([
      answerTo(listRecordImports, () => [buildImport()]),
      answerTo(previewRecordImport, () => failure('import/not-text')),
    ])
    await user.click(await screen.findByRole('button', { name: /logger\.csv/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Open' }))
    await screen.findByText('The sentence of import/not-text.')
  })
})
