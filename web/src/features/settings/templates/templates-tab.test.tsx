import type { DataId } from '@fieldwatch/contract/api/ids'
import { answerAt, answerTo, failure, type Answer } from '#testing/answers.ts'
import { getMe } from '@fieldwatch/contract/people/users'
import { listUnitNames } from '@fieldwatch/contract/units/units'
import {
  listTemplateGallery,
  createTemplate,
  deleteTemplate,
  importTemplate,
  type ListedTemplate,
  listTemplateUnits,
} from '@fieldwatch/contract/templates/template-gallery'
import {
  listTemplateVersions,
  getTemplateVersion,
  restoreTemplate,
  type TemplateVersion,
} from '@fieldwatch/contract/templates/template-versions'
import { listConsequences } from '@fieldwatch/contract/consequences/consequences'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { findEnabled } from '#testing/find-enabled.ts'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { buildTemplate } from '#testing/build-template.ts'
import { renderApp } from '#testing/render-app.tsx'
import { contentsText } from './template-columns.tsx'
import { fileNameOf } from './templates-tab.tsx'

const user = userEvent.setup()

const NOTHING = { charts: 0, gauges: 0, cards: 0, tables: 0, maps: 0, eventLogs: 0, events: 0, reports: 0, formulas: 0 }

function buildListed(given: Partial<ListedTemplate> = {}): ListedTemplate {
  return {
    id: 'tank' as ListedTemplate['id'],
    title: 'Tank',
    entity: 'water' as ListedTemplate['entity'],
    version: 3,
    changedUTC: '2026-11-22T10:00:00.000Z',
    changedBy: 'Ada Berg',
    icon: null,
    contents: { ...NOTHING, charts: 2, gauges: 1 },
    units: 2,
    trials: 0,
    editable: true,
    ...given,
  }
}

type Routes = readonly Answer[]

function open({
  templates = [buildListed()],
  role = 'admin',
  routes = [],
}: { templates?: ListedTemplate[]; role?: 'admin' | 'viewer'; routes?: Routes } = {}) {
  const me = buildSessionUser({ role })
  return renderApp({
    path: '/settings?tab=templates',
    user: me,
    routes: [
      answerTo(getMe, () => me),
      answerTo(listTemplateGallery, () => ({ templates, total: templates.length })),
      answerTo(listUnitNames, () => []),
      ...routes,
    ],
  })
}

async function choose(action: string): Promise<void> {
  await screen.findByText('Tank')
  await user.click(screen.getByRole('button', { name: /Tank/ }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

beforeEach(() => window.sessionStorage.clear())

describe('what is in a template', () => {
  it('is said in words', () => {
    expect(contentsText(NOTHING)).toBe('Empty')
    expect(contentsText({ ...NOTHING, charts: 1, events: 2, formulas: 1 })).toBe('1 chart, 2 event tables, 1 formula')
  })

  it('is exported under a name that file systems take', () => {
    expect(fileNameOf('Pump / north: 1')).toBe('Pump-north-1.fieldwatch-template.json')
    expect(fileNameOf('../..')).toBe('template.fieldwatch-template.json')
    expect(fileNameOf('x'.repeat(200)).length).toBeLessThan(120)
  })
})

describe('the Templates tab', () => {
  it('lists the templates with what is in each, how many devices have it and who changed it', async () => {
    open({ templates: [buildListed({ trials: 1 })] })

    expect(await screen.findByText('2 charts, 1 gauge')).toBeDefined()
    expect(screen.getByRole('button', { name: '2, 1 trying' })).toBeDefined()
    expect(screen.getByText(/, Ada Berg$/)).toBeDefined()
  })

  it('adds one by a double click once, and keeps what was typed when the name is taken', async () => {
    let taken = true
    const { seen } = open({
      templates: [],
      routes: [
        answerTo(createTemplate, () => {
          if (!taken) return buildTemplate()
          taken = false
          return failure('template/exists', { fields: { title: 'A template named “Well” already exists.' } })
        }),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Add template' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a template' }))
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    expect(await dialog.findByText('A name is required.')).toBeDefined()
    await user.type(dialog.getByLabelText(/^Name/), 'Well')
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    expect(await dialog.findByText('A template named “Well” already exists.')).toBeDefined()
    await user.dblClick(dialog.getByRole('button', { name: 'Add' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(
      seen.filter(({ method }) => method === 'POST').filter(({ path }) => path === '/api/v1/templates').length,
    ).toBe(2)
  })

  it('adds one that begins as what a device shows, which is searched on the server', async () => {
    const { seen } = open({
      routes: [
        answerTo(listUnitNames, ({ path }) =>
          path.includes('search=north') ? [{ id: 'tank-7', friendlyName: 'North tank', active: true }] : [],
        ),
        answerTo(createTemplate, () => buildTemplate({ title: 'Well' })),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Add template' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a template' }))
    await user.type(dialog.getByLabelText(/^Name/), 'Well')
    await user.type(dialog.getByRole('combobox', { name: 'Starts as' }), 'north')
    await user.click(await screen.findByRole('option', { name: 'North tank (tank-7)', hidden: true }))
    await user.click(dialog.getByRole('button', { name: 'Add' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const asked = seen.filter(({ path }) => path.startsWith('/api/v1/devices/all')).map(({ path }) => path)
    expect(asked.every((path) => path.includes('limit=20'))).toBe(true)
    expect(seen.find(({ method, path }) => method === 'POST' && path === '/api/v1/templates')?.body).toMatchObject({
      title: 'Well',
      dataID: 'tank-7',
    })
  })

  it('offers a viewer no more than versions, devices, another name and the file', async () => {
    open({ role: 'viewer' })
    await screen.findByText('Tank')
    await user.click(screen.getByRole('button', { name: /Tank/ }))

    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'Versions',
      'Units',
      'Name and icon',
      'Export',
    ])
    expect(screen.queryByRole('button', { name: 'Add template' })).toBeNull()
  })

  it('says which devices keep a template from being deleted', async () => {
    const message = 'The sentence of template/in-use.'
    open({
      routes: [
        answerAt(listTemplateUnits, { id: 'tank' }, () => ({ units: [], total: 0, elsewhere: false })),
        answerAt(deleteTemplate, { id: 'tank' }, () => failure('template/in-use')),
      ],
    })
    await choose('Delete')
    await user.click(await findEnabled(screen, 'Delete'))

    expect(await screen.findByText(message)).toBeDefined()
  })

  it('does not delete a template that devices have, and lists them', async () => {
    const unit = { dataID: 'tank-7' as DataId, friendlyName: 'Tank 7', own: false, trial: null }
    open({
      routes: [answerAt(listTemplateUnits, { id: 'tank' }, () => ({ units: [unit], total: 1, elsewhere: false }))],
    })
    await choose('Delete')
    const dialog = within(await screen.findByRole('dialog'))

    expect(await dialog.findByRole('link', { name: 'Tank 7' })).toBeDefined()
    expect(dialog.getByRole('button', { name: 'Delete' }).hasAttribute('disabled')).toBe(true)
  })

  it('imports a file, and says where it is not right', async () => {
    const { seen } = open({
      routes: [
        answerTo(importTemplate, () =>
          failure('request/invalid', {
            fields: { 'file.template.timeSeries.charts.0': 'Unknown field: owner.' },
          }),
        ),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Import' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Import a template' }))
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    if (input === null) throw new Error('there is no place for a file')
    await user.upload(input, new File(['{"a":'], 'broken.json', { type: 'application/json' }))
    expect(await dialog.findByText('This file is not JSON.')).toBeDefined()
    const content = { format: 'fieldwatch-template', formatVersion: 1, template: { title: 'Well' } }
    await user.upload(input, new File([JSON.stringify(content)], 'well.json', { type: 'application/json' }))
    await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Well'))
    await user.click(dialog.getByRole('button', { name: 'Import' }))

    expect(await dialog.findByText(/^timeSeries › charts › 1: Unknown field: owner\./)).toBeDefined()
    expect(seen.find(({ path }) => path === '/api/v1/templates/import')?.body).toMatchObject({
      title: 'Well',
      file: content,
    })
  })
})

describe('the versions of a template', () => {
  const version = (given: Partial<TemplateVersion>): TemplateVersion => ({
    version: 1,
    changedUTC: '2026-11-22T10:00:00.000Z',
    changedBy: 'Ada Berg',
    how: null,
    restored: null,
    changes: [],
    more: 0,
    ...given,
  })

  it('say what each changed and what is different between two, and lead back with the version that was seen', async () => {
    const chart = (title: string) => ({ title, type: 'timeseries', specifications: {} })
    const shown = (...titles: string[]) => ({ title: 'Tank', timeSeries: { charts: titles.map(chart) } })
    const unit = { dataID: 'tank-7' as DataId, friendlyName: 'Tank 7', own: false, trial: null }
    const { seen } = open({
      routes: [
        answerAt(listTemplateVersions, { id: 'tank' }, () => [
          version({ version: 3, how: 'changed', changes: ['Added chart “Flow”'] }),
          version({ version: 2, how: 'restored', restored: 1 }),
        ]),
        answerAt(getTemplateVersion, { id: 'tank', version: '2' }, () => shown('Level')),
        answerAt(getTemplateVersion, { id: 'tank', version: '3' }, () => shown('Level', 'Flow')),
        answerAt(listTemplateUnits, { id: 'tank' }, () => ({ units: [unit], total: 1, elsewhere: false })),
        answerTo(listConsequences, ({ body: { change } }) => ({
          things:
            change.kind === 'chart-deleted' && change.chart === 'Flow' && change.dataID === 'tank-7'
              ? [{ kind: 'scheduled report', id: '1', name: 'Daily', follows: 'pauses' }]
              : [],
          more: [],
        })),
        answerAt(restoreTemplate, { id: 'tank' }, () => buildTemplate()),
      ],
    })
    await choose('Versions')
    const dialog = within(await screen.findByRole('dialog', { name: 'Versions of Tank' }))

    expect(await dialog.findByText('Added chart “Flow”')).toBeDefined()
    expect(dialog.getByText('Restored version 1.')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Restore version 2' }))
    const question = within(await screen.findByRole('dialog', { name: 'Restore version 2?' }))
    expect(await question.findByText('Removed chart “Flow”')).toBeDefined()
    expect(await question.findByText('1 scheduled report: Daily')).toBeDefined()
    await user.dblClick(await findEnabled(question, 'Restore'))

    expect(await dialog.findByText('The version was restored.')).toBeDefined()
    expect(seen.filter(({ path }) => path.endsWith('/restore')).map(({ body }) => body)).toEqual([
      { restore: 2, version: 3 },
    ])
  })
})
