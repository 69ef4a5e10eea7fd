import { answerAt, answerTo, failure, type Answer } from '#testing/answers.ts'
import { listUnits } from '@fieldwatch/contract/units/units'
import type { Change } from '@fieldwatch/contract/consequences/changes'
import { listConsequences } from '@fieldwatch/contract/consequences/consequences'
import { listTemplateUnits } from '@fieldwatch/contract/templates/template-gallery'
import { useTriedTemplate } from '@fieldwatch/contract/templates/template-trials'
import type { DataId, TemplateId } from '@fieldwatch/contract/api/ids'
import { getTemplate, removeOwnTemplate, type TemplateTrial } from '@fieldwatch/contract/templates/templates'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { findEnabled } from '#testing/find-enabled.ts'
import { describe, expect, it } from 'vitest'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { buildTemplate } from '#testing/build-template.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { createFakeServer } from '#testing/fake-server.ts'
import { renderUnit } from '#testing/render-unit.tsx'

const user = userEvent.setup()

const id = (text: string) => text as TemplateId
const unit = buildUnit({ dataID: 'tank-1', friendlyName: 'North tank', defaultTemplate: id('tank') })
const shared = buildTemplate({ version: 4 })
const trial: TemplateTrial = {
  templateID: id('tank'),
  title: 'Tank',
  version: 4,
  units: 3,
  startedUTC: '2026-11-22T08:00:00.000Z',
  startedBy: 'Ada Lovelace',
}
const tried = buildTemplate({ id: id('own'), dataID: 'tank-1', title: 'Tank of Ada', version: 2, trial })

const OTHER = { dataID: 'tank-2' as DataId, friendlyName: 'South tank', own: false, trial: null }

type Routes = readonly Answer[]

async function open(routes: Routes = [], me = buildSessionUser({ role: 'admin' }), shownUnit = unit) {
  let customTemplate: TemplateId | null = id('own')
  const server = createFakeServer([
    answerTo(listUnits, () => ({ ...shownUnit, customTemplate })),
    answerAt(getTemplate, { id: 'own' }, () => tried),
    answerAt(getTemplate, { id: 'tank' }, () => shared),
    answerAt(listTemplateUnits, { id: 'tank' }, () => ({ units: [OTHER], total: 1, elsewhere: false })),
    ...routes,
  ])
  renderUnit(server.fetch, '/dashboard/tank-1', me)
  const notice = within(await screen.findByRole('note'))
  return { server, notice, end: () => (customTemplate = null) }
}

describe('a unit that tries a template', () => {
  it('says so, by whom, and that others do not see it', async () => {
    const { notice } = await open()

    expect(
      notice.getByText(
        /^This unit has been testing a change to the template “Tank” since .*, started by Ada Lovelace\./,
      ),
    ).toBeDefined()
    expect(notice.getByText(/Other units don't show it\.$/)).toBeDefined()
  })

  it('is used for all after its differences were shown, from the versions that were seen', async () => {
    const { server, notice, end } = await open([
      answerTo(useTriedTemplate, () => {
        end()
        return { ...shared, title: 'Tank of Ada', version: 5 }
      }),
    ])

    await user.click(notice.getByRole('button', { name: 'Apply to all 3 units' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Apply this change to all 3 units?' }))
    expect((await dialog.findByRole('listitem')).textContent).toMatch(/Tank of Ada/)
    await user.click(await findEnabled(dialog, 'Apply to all'))

    await expect.poll(() => screen.queryByRole('note')).toBeNull()
    expect(server.seen.find(({ method }) => method === 'POST')?.body).toEqual({
      dataID: 'tank-1',
      version: 2,
      sharedVersion: 4,
    })
  })

  it.each([
    ['Apply to all 3 units', 'tank-2', 'Flow'],
    ['Discard', 'tank-1', 'Level'],
  ])('lists before “%s” what shows a chart that goes', async (button, dataID, chart) => {
    const asked: Change[] = []
    const withChart = (title: string) => {
      return {
        charts: [
          { title, type: 'timeseries' as const, specifications: { [title]: [{ field: 'x', friendlyName: 'X' }] } },
        ],
      }
    }
    const { notice } = await open([
      answerAt(getTemplate, { id: 'own' }, () => ({ ...tried, timeSeries: withChart('Level') })),
      answerAt(getTemplate, { id: 'tank' }, () => ({ ...shared, timeSeries: withChart('Flow') })),
      answerTo(listConsequences, ({ body: { change } }) => {
        asked.push(change)
        return { things: [{ kind: 'scheduled report', id: '1', name: 'Daily', follows: 'pauses' }], more: [] }
      }),
    ])

    await user.click(notice.getByRole('button', { name: button }))
    const dialog = within(await screen.findByRole('dialog'))

    expect(await dialog.findByText('1 scheduled report: Daily')).toBeDefined()
    expect(asked).toEqual([{ kind: 'chart-deleted', dataID, chart, of: 'chart' }])
  })

  it('is given up after a question', async () => {
    const { server, notice, end } = await open([
      answerTo(removeOwnTemplate, () => {
        end()
        return shared
      }),
    ])

    await user.click(notice.getByRole('button', { name: 'Discard' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Discard the change?' }))
    await user.click(await findEnabled(dialog, 'Discard'))

    await expect.poll(() => screen.queryByRole('note')).toBeNull()
    expect(server.seen.find(({ method }) => method === 'DELETE')?.body).toEqual({ dataID: 'tank-1', version: 2 })
  })

  it('is not overwritten where another person changed the shared one in the meantime', async () => {
    const changed = { changedBy: 'Grace Hopper', changedUTC: '2026-11-22T09:00:00.000Z' }
    const { notice } = await open([answerTo(useTriedTemplate, () => failure('template/changed', changed))])

    await user.click(notice.getByRole('button', { name: 'Apply to all 3 units' }))
    await user.click(await findEnabled(within(await screen.findByRole('dialog')), 'Apply to all'))

    expect(await screen.findByText(/^Grace Hopper changed it in the meantime/)).toBeDefined()
    expect(screen.getByText(/^Nothing was overwritten\./)).toBeDefined()
  })

  it('says that the differences cannot be shown, and tries again', async () => {
    let isAway = true
    const { notice } = await open([
      answerAt(getTemplate, { id: 'tank' }, () => (isAway ? failure('access/forbidden') : shared)),
    ])
    await user.click(notice.getByRole('button', { name: 'Discard' }))
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText('Failed to load the differences')
    isAway = false

    await user.click(dialog.getByRole('button', { name: 'Try again' }))

    expect((await dialog.findByRole('listitem')).textContent).toMatch(/Tank of Ada/)
  })

  it.each([
    ['a viewer', buildSessionUser({ role: 'viewer' }), unit],
    [
      'an admin of not all of its entities',
      buildSessionUser({ role: 'admin' }),
      { ...unit, sharedWith: ['North Water'] },
    ],
  ])('cannot be used for all by a person who is %s, who may give it up', async (_, me, shownUnit) => {
    const { notice } = await open([], me, shownUnit)

    expect(notice.queryByRole('button', { name: /^Apply to all/ })).toBeNull()
    expect(notice.getByRole('button', { name: 'Discard' })).toBeDefined()
  })
})
