import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import { createShare, type Share, type ShareId } from '../contract/shares.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { ShownThing } from '@fieldwatch/web/platform/extensions/slots.ts'
import { answerTo, failure } from '@fieldwatch/web/testing/answers.ts'
import { onlyBody, pressTwice } from '@fieldwatch/web/testing/press-twice.ts'
import { renderPart } from '@fieldwatch/web/testing/render-part.tsx'
import { ShareDialog } from './share-dialog.tsx'

const user = userEvent.setup()
const DAY_MS = 24 * 60 * 60_000
const LINK = 'https://portal.example/shared/1#fws_x'
const SHARE: Share = {
  shareID: '00000000-0000-4000-8000-000000000001' as ShareId,
  kind: 'overview',
  dataID: 'tank-1' as DataId,
  unit: 'North tank',
  title: null,
  units: null,
  range: null,
  atUTC: null,
  entity: 'water' as EntityId,
  createdBy: 'Ada Lovelace',
  createdUTC: '2026-11-01T08:00:00.000Z',
  expiresUTC: null,
  hasPassword: false,
  origins: [],
  opened: 0,
  lastOpenedUTC: null,
  state: 'open',
}

const UNIT = { dataId: 'tank-1' as DataId, unitName: 'North tank' }

function open(thing: ShownThing = { kind: 'overview', ...UNIT }, refusal?: ReturnType<typeof failure>) {
  return renderPart(<ShareDialog thing={thing} onClose={() => undefined} />, {
    routes: [
      answerTo(createShare, ({ body }) => refusal ?? { share: { ...SHARE, origins: body.origins ?? [] }, link: LINK }),
    ],
  })
}

const dialog = async () => within(await screen.findByRole('dialog'))

describe('sharing by a link', () => {
  it('makes one link by a double click, good for 30 days, and shows it until it was copied', async () => {
    const { seen } = open()
    pressTwice((await dialog()).getByRole('button', { name: 'Create link' }))

    expect(await screen.findByText(LINK)).toBeDefined()
    const { expiresUTC, ...sent } = onlyBody(seen, 'POST /api/v1/shares') as { expiresUTC: string }
    expect(sent).toEqual({ kind: 'overview', what: { dataID: 'tank-1' } })
    expect(Math.abs(Date.parse(expiresUTC) - Date.now() - 30 * DAY_MS)).toBeLessThan(60_000)
    await user.keyboard('{Escape}')
    expect(await screen.findByRole('dialog', { name: 'Close without the link?' })).toBeDefined()
  })

  it('of a chart has its period, a password and the pages that may embed it', async () => {
    const { seen } = open({ kind: 'chart', ...UNIT, chart: 'Levels', range: { kind: 'last', minutes: 360 } })
    const form = await dialog()
    expect(form.getByText('Live: the last 6 hours')).toBeDefined()
    await user.selectOptions(form.getByRole('combobox', { name: 'Expires' }), 'Never')
    await user.type(form.getByLabelText('Password'), 'opensesame')
    await user.type(form.getByRole('textbox', { name: /Web pages/ }), 'https://WWW.example.com/')
    await user.click(form.getByRole('button', { name: 'Create link' }))

    expect(await screen.findByText(/<iframe src="https:\/\/portal\.example\/shared\/1#fws_x"/)).toBeDefined()
    expect(onlyBody(seen, 'POST /api/v1/shares')).toEqual({
      kind: 'chart',
      what: { dataID: 'tank-1', chart: 'Levels', range: { kind: 'last', minutes: 360 } },
      password: 'opensesame',
      origins: ['https://www.example.com'],
    })
  })

  it('of an event table has its period and its filter', async () => {
    const { seen } = open({
      kind: 'events',
      ...UNIT,
      table: 'Hot',
      title: 'Hot',
      range: { kind: 'last', minutes: 1440 },
      filter: { tag: 'door open' },
    })
    const form = await dialog()
    expect(form.getByText('Only events that pass the filter are shared.')).toBeDefined()
    await user.click(form.getByRole('button', { name: 'Create link' }))

    expect(await screen.findByText(LINK)).toBeDefined()
    expect(onlyBody(seen, 'POST /api/v1/shares')).toMatchObject({
      kind: 'events',
      what: { dataID: 'tank-1', table: 'Hot', range: { kind: 'last', minutes: 1440 }, filter: { tag: 'door open' } },
    })
  })

  it('of an incident names it', async () => {
    const { seen } = open({ kind: 'incident', incidentID: 7, title: 'Flood' })
    await user.click((await dialog()).getByRole('button', { name: 'Create link' }))

    expect(await screen.findByText(LINK)).toBeDefined()
    expect(onlyBody(seen, 'POST /api/v1/shares')).toMatchObject({ kind: 'incident', what: { incidentID: 7 } })
  })

  it('of a map has a title, and positions that are live or those of the moment that is looked at', async () => {
    const at = Date.parse('2026-11-01T08:00:00.000Z')
    const { seen } = open({ kind: 'map', dataIds: ['tank-1' as DataId, 'tank-2' as DataId], at })
    const form = await dialog()
    const title = form.getByRole('textbox', { name: 'Title' })
    await user.clear(title)
    await user.click(form.getByRole('button', { name: 'Create link' }))
    expect(await form.findByText('Enter a title.')).toBeDefined()
    await user.type(title, 'Tanks')
    await user.click(form.getByRole('button', { name: 'Create link' }))

    expect(await screen.findByText(LINK)).toBeDefined()
    expect(onlyBody(seen, 'POST /api/v1/shares')).toMatchObject({
      kind: 'map',
      what: { title: 'Tanks', dataIDs: ['tank-1', 'tank-2'], atUTC: '2026-11-01T08:00:00.000Z' },
    })
  })

  it('says at the field what is wrong, and sends nothing', async () => {
    const { seen } = open()
    const form = await dialog()
    await user.type(form.getByLabelText('Password'), 'short')
    await user.type(form.getByRole('textbox', { name: /Web pages/ }), 'example.com')
    await user.click(form.getByRole('button', { name: 'Create link' }))

    expect(await form.findByText('A password has at least 8 characters.')).toBeDefined()
    expect(form.getByText('An origin is written like https://www.example.com, without a path.')).toBeDefined()
    expect(seen).toEqual([])
  })

  it('says why no link was made, and keeps the input', async () => {
    open(undefined, failure('share/nothing-shown'))
    const form = await dialog()
    await user.type(form.getByLabelText('Password'), 'opensesame')
    await user.click(form.getByRole('button', { name: 'Create link' }))

    expect(await form.findByText('The sentence of share/nothing-shown.')).toBeDefined()
    expect(form.getByLabelText<HTMLInputElement>('Password').value).toBe('opensesame')
  })
})
