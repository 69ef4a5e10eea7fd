import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import { createShare, type Share, type ShareId } from '@fieldwatch/contract/shares/shares'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { answerTo, failure } from '#testing/answers.ts'
import { onlyBody, pressTwice } from '#testing/press-twice.ts'
import { renderPart } from '#testing/render-part.tsx'
import { ShareDialog } from './share-dialog.tsx'
import type { SharedPart } from './share-form.ts'
import { sharedRangeOf } from './shared-range.ts'

const user = userEvent.setup()
const DAY_MS = 24 * 60 * 60_000
const LINK = 'https://portal.example/shared/1#fws_x'
const SHARE: Share = {
  shareID: '00000000-0000-4000-8000-000000000001' as ShareId,
  kind: 'overview',
  dataID: 'tank-1' as DataId,
  unit: 'North tank',
  chart: null,
  range: null,
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

function open(part?: SharedPart, refusal?: ReturnType<typeof failure>) {
  return renderPart(
    <ShareDialog dataId={'tank-1' as DataId} unitName="North tank" part={part} onClose={() => undefined} />,
    {
      routes: [
        answerTo(
          createShare,
          ({ body }) => refusal ?? { share: { ...SHARE, origins: body.origins ?? [] }, link: LINK },
        ),
      ],
    },
  )
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
    const { seen } = open({ chart: 'Levels', range: { kind: 'last', minutes: 360 } })
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

describe('the period of a shared chart', () => {
  it('moves with the time where the chart does, and stays where it does not', () => {
    expect(sharedRangeOf({ kind: 'rolling', lengthMs: 6 * 3_600_000 })).toEqual({ kind: 'last', minutes: 360 })
    expect(sharedRangeOf({ kind: 'custom', from: 0.5, to: 60_000 })).toEqual({
      kind: 'between',
      fromUTC: '1970-01-01T00:00:00.000Z',
      toUTC: '1970-01-01T00:01:00.000Z',
    })
  })
})
