import { answerAt, answerTo, failure, type Answer } from '#testing/answers.ts'
import { listUnits } from '@fieldwatch/contract/units/units'
import { getTemplate, removeOwnTemplate } from '@fieldwatch/contract/templates/templates'
import {
  listTemplateVersions,
  getTemplateVersion,
  restoreTemplate,
} from '@fieldwatch/contract/templates/template-versions'
import type { TemplateId } from '@fieldwatch/contract/api/ids'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { buildTemplate } from '#testing/build-template.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { createFakeServer } from '#testing/fake-server.ts'
import { renderUnit } from '#testing/render-unit.tsx'

const UNIT = buildUnit({
  dataID: 'tank-1',
  friendlyName: 'North tank',
  defaultTemplate: 'tank' as TemplateId,
  customTemplate: 'own' as TemplateId,
})
const SHARED = buildTemplate({ title: 'Tanks' })
const OWN = buildTemplate({ id: 'own', dataID: UNIT.dataID, title: 'Mine', version: 4, units: 1 })
const OFFER = 'Back to the shared template'

type Routes = readonly Answer[]

function open({ unit = UNIT, routes = [] }: { unit?: typeof UNIT; routes?: Routes } = {}) {
  const server = createFakeServer([
    answerTo(listUnits, () => unit),
    answerAt(getTemplate, { id: 'tank' }, () => SHARED),
    answerAt(getTemplate, { id: 'own' }, () => OWN),
    answerTo(removeOwnTemplate, () => SHARED),
    ...routes,
  ])
  const deleted = () => server.seen.filter(({ method }) => method === 'DELETE').map(({ body }) => body)
  return { deleted, seen: server.seen, user: userEvent.setup(), ...renderUnit(server.fetch, '/dashboard/tank-1') }
}

async function ask(setting: Parameters<typeof open>[0] = {}) {
  const opened = open(setting)
  await opened.user.click(await screen.findByRole('button', { name: OFFER }))
  const question = within(await screen.findByRole('dialog', { name: OFFER }))
  return { ...opened, question }
}

describe('the own template of a unit', () => {
  it('is given up after a question that names the shared one', async () => {
    const { user, question, deleted } = await ask()
    const text = await question.findByText(/^North tank uses the shared template “Tanks” again/)
    const before = deleted()
    await user.click(question.getByRole('button', { name: 'Use the shared template' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(text.textContent).toContain('Its own template is deleted')
    expect([before, deleted()]).toEqual([[], [{ dataID: 'tank-1', version: 4 }]])
    expect(screen.queryByRole('button', { name: OFFER })).toBeNull()
  })

  it('stays when the question is answered with Cancel', async () => {
    const { user, question, deleted } = await ask()
    await user.click(question.getByRole('button', { name: 'Cancel' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(deleted()).toEqual([])
    expect(screen.getByRole('button', { name: OFFER })).toBeDefined()
  })

  it('stays when another person changed it in the meantime, and can be looked at again', async () => {
    let version = 4
    const { user, question, deleted } = await ask({
      routes: [
        answerAt(getTemplate, { id: 'own' }, () => ({ ...OWN, version })),
        answerTo(removeOwnTemplate, ({ body }) => {
          if ((body as { version: number }).version === 5) return SHARED
          version = 5
          return failure('template/changed', { changedBy: 'Grace', changedUTC: '2026-05-06T12:00:00.000Z' })
        }),
      ],
    })
    await user.click(question.getByRole('button', { name: 'Use the shared template' }))
    const message = (await question.findByRole('alert')).textContent
    await user.click(question.getByRole('button', { name: 'Load the newer version' }))
    await waitFor(() => expect(question.queryByRole('alert')).toBeNull())
    await user.click(question.getByRole('button', { name: 'Use the shared template' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(message).toMatch(/Grace changed it in the meantime.*Nothing was deleted\.$/)
    expect(deleted().at(-1)).toEqual({ dataID: 'tank-1', version: 5 })
  })

  it.each([
    ['shows the shared one', { ...UNIT, customTemplate: null }],
    ['has no other one', { ...UNIT, defaultTemplate: null }],
  ])('is not spoken of where a unit %s', async (_which, unit) => {
    open({ unit })

    expect(await screen.findByText('Nothing on the overview yet')).toBeDefined()
    expect(screen.queryByRole('button', { name: OFFER })).toBeNull()
  })
})

describe('the versions of the own template of a unit', () => {
  const note = { changedUTC: '2026-11-22T10:00:00.000Z', changedBy: 'Ada Berg', restored: null, changes: [], more: 0 }
  const routes: Routes = [
    answerAt(listTemplateVersions, { id: 'own' }, () => [
      { ...note, version: 4, how: 'changed', changes: ['Added chart “Flow”'] },
      { ...note, version: 3, how: null },
    ]),
    answerAt(getTemplateVersion, { id: 'own', version: '3' }, () => ({ title: 'Mine' })),
    answerAt(getTemplateVersion, { id: 'own', version: '4' }, () => ({ title: 'Mine', overview: {} })),
    answerAt(restoreTemplate, { id: 'own' }, () => ({ ...OWN, version: 5 })),
  ]

  it('are shown as those of a shared one are, and lead back for the unit alone', async () => {
    const { user, seen, live } = open({ routes })
    await user.click(await screen.findByRole('button', { name: 'Versions' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Template versions of North tank' }))
    expect(await dialog.findByText('Added chart “Flow”.')).toBeDefined()

    await user.click(dialog.getByRole('button', { name: 'Restore version 3' }))
    const asked = within(await screen.findByRole('dialog', { name: 'Restore version 3?' }))
    expect(asked.getByText(/^This unit then shows that version\./)).toBeDefined()
    await user.click(asked.getByRole('button', { name: 'Restore' }))

    expect(await screen.findByText('The version was restored.')).toBeDefined()
    expect(seen.find(({ method }) => method === 'POST')?.body).toEqual({ restore: 3, version: 4 })
    const reads = () => seen.filter(({ path }) => path === '/api/v1/templates/own/versions').length
    const before = reads()
    act(() => live.changeTemplate({ templateID: OWN.id, version: 6 }))
    await waitFor(() => expect(reads()).toBeGreaterThan(before))
  })

  it('are there for a unit that shares no template', async () => {
    open({ unit: { ...UNIT, defaultTemplate: null }, routes })

    expect(await screen.findByText('This unit has its own template.')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Versions' })).toBeDefined()
  })
})
