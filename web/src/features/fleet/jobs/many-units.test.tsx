import { planUnitUndo } from '@fieldwatch/contract/consequences/unit-undo'
import { answerAt, answerTo, failure, type Answer } from '#testing/answers.ts'
import { listConsequences } from '@fieldwatch/contract/consequences/consequences'
import { listUnits } from '@fieldwatch/contract/units/units'
import { listActionBatches } from '@fieldwatch/contract/actions/action-batches'
import { getConnectionSettings } from '@fieldwatch/contract/api/connection'
import { listTemplates } from '@fieldwatch/contract/templates/templates'
import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import { checkUnitImport, importUnits, type UnitImportCheck } from '@fieldwatch/contract/units/unit-imports'
import {
  listUnitJobs,
  getUnitJob,
  listUnitResults,
  updateUnits,
  stopUnitJob,
  createUnitTokens,
  undoUnitImport,
  type UnitJob,
} from '@fieldwatch/contract/units/unit-jobs'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { renderApp } from '#testing/render-app.tsx'

const AT = '2026-05-06T12:00:00.000Z'
const FLEET = [
  buildUnit({ dataID: 'pump-1', friendlyName: 'North pump' }),
  buildUnit({ dataID: 'pump-2', friendlyName: 'South pump' }),
  buildUnit({ dataID: 'tank-1', friendlyName: 'Harbour tank', sharedWith: ['Harbour'] }),
]

function buildJob(parts: Partial<UnitJob> = {}): UnitJob {
  const counts = { open: 0, created: 0, updated: 2, unchanged: 0, refused: 1, stopped: 0, removed: 0 }
  const change = { kind: 'active', active: false } as const
  return {
    jobID: 7,
    kind: 'change',
    change,
    createdUTC: AT,
    own: true,
    createdBy: 'Ada Byron',
    endedUTC: AT,
    stopped: null,
    units: 3,
    counts,
    tokens: 'none',
    ...parts,
  }
}

const imported = buildJob({
  kind: 'import',
  change: null,
  counts: { open: 0, created: 2, updated: 0, unchanged: 0, refused: 1, stopped: 0, removed: 0 },
  tokens: 'ready',
})

const checked: UnitImportCheck = {
  counts: { created: 2, updated: 0, unchanged: 0, invalid: 1 },
  lines: [
    { line: 2, dataID: 'a-1', verdict: 'created', errors: [], warnings: [] },
    { line: 3, dataID: 'a-2', verdict: 'created', errors: [], warnings: [] },
    { line: 4, dataID: 'a 3', verdict: 'invalid', errors: ['dataID: No blanks.'], warnings: [] },
  ],
  linesLeftOut: 0,
  columns: [
    { heading: 'dataID', field: 'dataID' },
    { heading: 'Colour', field: null },
  ],
}

type Routes = readonly Answer[]

function open({
  path = '/dashboard',
  role = 'admin',
  routes = [],
}: { path?: string; role?: 'admin' | 'viewer'; routes?: Routes } = {}) {
  return renderApp({
    path,
    user: buildSessionUser({ role }),
    routes: [
      answerTo(listUnits, () => FLEET),
      answerTo(listActionBatches, () => ({
        batches: [],
        pagination: { page: 1, pageSize: 1, total: 0, hasNext: false },
      })),
      answerTo(getConnectionSettings, () => ({
        httpUrl: 'http://portal.example',
        mqttUrl: 'mqtt://portal.example:1884',
        doors: ['influx'],
        ports: {},
      })),
      answerTo(listTemplates, () => [{ id: 'tank', title: 'Tank' }]),
      answerTo(listUnitJobs, () => []),
      answerAt(getUnitJob, { jobID: '7' }, () => buildJob()),
      answerAt(listUnitResults, { jobID: '7' }, () => [
        { place: 3, dataID: 'tank-1', friendlyName: 'Harbour tank', result: 'refused', message: 'It is shared.' },
      ]),
      ...routes,
    ],
  })
}

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

async function choose(change: RegExp, ...names: string[]) {
  await press('Select units')
  await screen.findByText('0 selected')
  for (const name of names) await userEvent.click(screen.getByRole('checkbox', { name: `Select ${name}` }))
  await press('Actions')
  await userEvent.click(await screen.findByRole('menuitem', { name: change }))
  // Not the one that shows that the dialog is being loaded.
  return within(await screen.findByRole('dialog', { name: /: \d+ units?$/ }))
}

beforeEach(() => window.sessionStorage.clear())

describe('a change of chosen units', () => {
  it('says how many and which, names those that will be refused, is begun once, and shows the result of each', async () => {
    const things = [{ kind: 'alert', id: 'a', name: 'Too high', follows: 'pauses' } as const]
    const { seen } = open({
      routes: [answerTo(updateUnits, () => buildJob()), answerTo(listConsequences, () => ({ things, more: [] }))],
    })
    await screen.findByText('North pump')
    const dialog = await choose(/^Deactivate/, 'North pump', 'South pump', 'Harbour tank')

    expect(screen.getByRole('dialog', { name: 'Deactivate: 3 units' })).toBeDefined()
    expect(dialog.getByText('North pump, South pump, Harbour tank')).toBeDefined()
    expect(dialog.getByText(/will be refused: Harbour tank/)).toBeDefined()
    expect(await dialog.findByText(/Too high/)).toBeDefined()
    await userEvent.dblClick(dialog.getByRole('button', { name: 'Deactivate 3 units' }))

    const shown = within(await screen.findByRole('dialog', { name: 'Deactivate: 3 units' }))
    expect(await shown.findByText('2 changed · 1 refused')).toBeDefined()
    expect(await shown.findByText('It is shared.')).toBeDefined()
    const sent = seen.filter(({ method, path }) => method === 'POST' && path === '/api/v1/unit-jobs')
    expect(sent.map(({ body }) => body)).toEqual([
      { dataIDs: ['pump-1', 'pump-2', 'tank-1'] as DataId[], change: { kind: 'active', active: false } },
    ])
    expect(window.location.search).toBe('?job=7')
  })

  it('asks for what it needs before it is sent', async () => {
    const { seen } = open()
    await screen.findByText('North pump')
    const dialog = await choose(/^Change labels/, 'North pump')
    await userEvent.click(dialog.getByRole('button', { name: 'Change 1 unit' }))

    expect(await dialog.findByText('Choose a label.')).toBeDefined()
    expect(seen.some(({ method, path }) => method === 'POST' && path.includes('unit-jobs'))).toBe(false)
  })

  it('that is refused as a whole says why, and keeps what was selected', async () => {
    open({ routes: [answerTo(updateUnits, () => failure('unit/too-many-jobs'))] })
    await screen.findByText('North pump')
    const dialog = await choose(/^Activate/, 'North pump')
    await userEvent.click(dialog.getByRole('button', { name: 'Activate 1 unit' }))

    expect((await dialog.findByRole('alert')).textContent).toContain('The sentence of unit/too-many-jobs.')
    expect(screen.getByText('1 selected')).toBeDefined()
  })
})

describe('a change of units that is under way', () => {
  const counts = { open: 2, created: 0, updated: 1, unchanged: 0, refused: 0, stopped: 0, removed: 0 }
  const running = buildJob({ endedUTC: null, counts })

  it('is stopped by one press, and says how many were done', async () => {
    const stopped = buildJob({ counts: { ...counts, open: 0, stopped: 2 }, stopped: { atUTC: AT, by: 'Ada Byron' } })
    const { seen } = open({
      path: '/dashboard?job=7',
      routes: [
        answerAt(getUnitJob, { jobID: '7' }, () => running),
        answerAt(stopUnitJob, { jobID: '7' }, () => stopped),
      ],
    })
    const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate: 3 units' }))
    await userEvent.dblClick(await dialog.findByRole('button', { name: 'Stop' }))

    expect(await dialog.findByText('1 changed · 2 not done')).toBeDefined()
    expect(dialog.getByText(/^Stopped by Ada Byron after 1 of 3 units\. Completed changes stay/)).toBeDefined()
    expect(dialog.queryByRole('button', { name: 'Stop' })).toBeNull()
    expect(seen.filter(({ method, path }) => method === 'POST' && path.endsWith('/stop'))).toHaveLength(1)
  })

  it('that cannot be stopped says why, and continues', async () => {
    open({
      path: '/dashboard?job=7',
      routes: [
        answerAt(getUnitJob, { jobID: '7' }, () => running),
        answerAt(stopUnitJob, { jobID: '7' }, () => failure('server/unavailable')),
      ],
    })
    const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate: 3 units' }))
    await userEvent.click(await dialog.findByRole('button', { name: 'Stop' }))

    expect((await dialog.findByRole('alert')).textContent).toContain('The sentence of server/unavailable.')
    expect(screen.getByRole('button', { name: 'Stop' })).toBeDefined()
  })

  it('is found by a colleague, who may not make its tokens', async () => {
    const theirs = buildJob({ ...imported, own: false, createdBy: 'Grace Hopper' })
    open({
      routes: [
        answerTo(listUnitJobs, () => [{ ...theirs, endedUTC: null }]),
        answerAt(getUnitJob, { jobID: '7' }, () => theirs),
      ],
    })
    await screen.findByText('North pump')
    await press('Select units')
    await press('In progress: Import of 3 units by Grace Hopper')

    expect(await screen.findByRole('dialog', { name: 'Import of 3 units' })).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Create tokens/ })).toBeNull()
  })
})

describe('an import of units', () => {
  it('is for admins', async () => {
    open({ role: 'viewer', path: '/dashboard?job=7' })
    await screen.findByText('North pump')

    expect(screen.queryByRole('button', { name: 'Import units' })).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('shows a verdict for each line, imports the good ones, and makes their tokens once', async () => {
    const { seen } = open({
      routes: [
        answerTo(checkUnitImport, () => checked),
        answerTo(importUnits, () => imported),
        answerAt(getUnitJob, { jobID: '7' }, () => imported),
        answerAt(createUnitTokens, { jobID: '7' }, () => ({
          units: [{ dataID: 'a-1', token: 'fw_secret' }],
          leftOut: ['a-2'],
        })),
      ],
    })
    await press('Import units')
    const dialog = within(await screen.findByRole('dialog', { name: 'Import units' }))
    const file = new File(['dataID,Colour\na-1,red\na-2,red\na 3,red\n'], 'units.csv', { type: 'text/csv' })
    await userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement, file)
    expect(await dialog.findByText('This file has 2 new, 0 changed, 0 unchanged, 1 not valid.')).toBeDefined()
    expect(dialog.getByText('dataID: No blanks.')).toBeDefined()
    await userEvent.click(dialog.getByRole('radio', { name: 'Update from the file' }))
    await waitFor(() => expect(seen.filter(({ path }) => path.endsWith('/check'))).toHaveLength(2))
    await userEvent.dblClick(await dialog.findByRole('button', { name: 'Import 2 units' }))

    const job = within(await screen.findByRole('dialog', { name: 'Import of 3 units' }))
    await userEvent.click(await job.findByRole('button', { name: 'Create tokens for 2 units' }))
    expect(await job.findByText('Tokens for 1 unit were created.')).toBeDefined()
    expect(job.getByText(/1 unit already had a token and keeps it\./)).toBeDefined()
    expect(job.queryByText('fw_secret')).toBeNull()
    const begun = seen.filter(({ method, path }) => method === 'POST' && path === '/api/v1/unit-imports')
    expect(begun).toHaveLength(1)
    expect(begun[0]?.body).toMatchObject({ entity: 'water', existing: 'update' })
  })

  it('of which the tokens were made says so', async () => {
    open({
      path: '/dashboard?job=7',
      routes: [answerAt(getUnitJob, { jobID: '7' }, () => ({ ...imported, tokens: 'taken' }))],
    })

    expect(await screen.findByText(/^The tokens of the new units were created and downloaded\./)).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Create tokens/ })).toBeNull()
  })
})

describe('undoing an import of units', () => {
  it('is found among the last imports, says what it will do and what it cannot, and is begun once', async () => {
    const undone = buildJob({
      jobID: 8,
      kind: 'undo',
      change: null,
      counts: { open: 0, created: 0, updated: 1, unchanged: 0, refused: 1, stopped: 0, removed: 1 },
    })
    const plan = {
      remove: 1,
      restore: 1,
      changes: [
        { kind: 'unit-deleted' as const, dataIDs: ['a-1' as DataId] },
        { kind: 'unit-moved' as const, dataIDs: ['a-3' as DataId], entities: ['north' as EntityId] },
      ],
      complete: true,
      keep: 1,
      kept: [{ dataID: 'a-2', friendlyName: 'Second', why: 'It has records.' }],
    }
    const { seen } = open({
      routes: [
        answerTo(listUnitJobs, ({ path }) => (path.includes('which=own') ? [imported] : [])),
        answerAt(getUnitJob, { jobID: '7' }, () => imported),
        answerAt(listUnitResults, { jobID: '7' }, () => []),
        answerAt(planUnitUndo, { jobID: '7' }, () => plan),
        answerTo(listConsequences, ({ body: { change } }) => ({
          things:
            change.kind === 'unit-moved'
              ? [{ kind: 'alert', id: 'a', name: 'Too full', follows: 'is handed to' }]
              : [{ kind: 'shared link', id: 'l', name: 'Levels, First', follows: 'ends' }],
          more: [],
        })),
        answerAt(undoUnitImport, { jobID: '7' }, () => undone),
        answerAt(getUnitJob, { jobID: '8' }, () => undone),
        answerAt(listUnitResults, { jobID: '8' }, () => []),
      ],
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Import units' }))
    await userEvent.click(await screen.findByRole('button', { name: /^Import of 3 units,/ }))

    await userEvent.click(await screen.findByRole('button', { name: 'Undo the import' }))
    const question = within(await screen.findByRole('dialog', { name: 'Undo this import?' }))

    expect(await question.findByText('1 added unit will be removed.')).toBeDefined()
    expect(question.getByText('Second: It has records.')).toBeDefined()
    expect(await question.findByText('1 shared link: Levels, First')).toBeDefined()
    expect(question.getByText('1 alert: Too full')).toBeDefined()
    await userEvent.click(question.getByRole('button', { name: 'Undo the import' }))
    expect(await screen.findByText('1 removed · 1 changed · 1 refused')).toBeDefined()
    expect(seen.filter(({ method, path }) => method === 'POST' && path.endsWith('/undo'))).toHaveLength(1)
  })
})
