import { answerTo, failure, type Answer } from '#testing/answers.ts'
import { listUnits } from '@fieldwatch/contract/units/units'
import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import {
  listRecordImports,
  previewRecordImport,
  startRecordImport,
  undoRecordImport,
  type ImportSettings,
  type RecordImport,
} from '@fieldwatch/contract/telemetry/record-imports'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { renderApp } from '#testing/render-app.tsx'

const user = userEvent.setup()

const settings = {
  source: 'logger',
  encoding: 'utf-8',
  delimiter: ';',
  decimals: 'comma',
  headings: true,
  time: { column: 0, timeColumn: null, format: 'dmy', zone: 'Europe/Berlin', doubled: 'in-order' },
  columns: [{ column: 1, field: 'temp', type: 'number' }],
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
    counts: { lines: 0, added: 0, replaced: 0, unchanged: 0, repeated: 0, refused: 0, doubled: 0 },
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

const preview = {
  settings,
  columns: [
    { heading: 'Datum', samples: ['01.02.2026 08:15'] },
    { heading: 'Temp', samples: ['21,5'] },
    { heading: 'Ort', samples: ['Keller'] },
  ],
  lines: [
    { line: 2, messageUTC: '2026-02-01T07:15:00.000Z', fields: { temp: 21.5 }, refusal: null },
    { line: 3, messageUTC: null, fields: {}, refusal: 'temp: “x” is not a number.' },
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
    within(table).getByText('temp: “x” is not a number.')

    await user.selectOptions(within(dialog).getByLabelText('Type of Ort'), 'Text')
    expect(within(dialog).getByLabelText<HTMLInputElement>('Field for Ort').value).toBe('Ort')
    await user.click(within(dialog).getByRole('button', { name: 'Import' }))

    const started = seen.find(({ path }) => path === '/api/v1/imports/start')
    expect(started?.body).toEqual({
      importID: 7,
      settings: { ...settings, columns: [...settings.columns, { column: 2, field: 'Ort', type: 'text' }] },
      check: false,
    })
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
    const counts = { lines: 12, added: 9, replaced: 2, unchanged: 0, repeated: 0, refused: 1, doubled: 0 }
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
