import type { EntityId } from '@fieldwatch/contract/api/ids'
import { getMe } from '@fieldwatch/contract/people/users'
import {
  getRetention,
  previewRetention,
  type RetentionPreview,
  setRetention,
} from '@fieldwatch/contract/units/retention'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { answerTo } from '#testing/answers.ts'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { onlyBody } from '#testing/press-twice.ts'
import { renderApp } from '#testing/render-app.tsx'

const user = userEvent.setup()
const NOTHING = { units: 0, records: 0 }
const kept = { units: 3, records: 1_234_567, oldest: Date.UTC(2025, 2, 3, 12) }
const look = { logo: '', icon: '', status: 'active' } as const
const me = buildSessionUser({ role: 'admin' })
const ada = { ...me, entityData: { ...me.entityData, north: { name: 'North', ...look } } }

type Removed = RetentionPreview['removed']

function open(path = '/settings?tab=retention', removed: Removed = { records: NOTHING, summaries: NOTHING }) {
  return renderApp({
    path,
    user: ada,
    routes: [
      answerTo(getMe, () => ada),
      answerTo(getRetention, () => ({
        portal: { rawDays: null, summaryDays: null },
        entities: [ada.entity, 'north' as EntityId].map((entityID) => ({
          entityID,
          rawDays: entityID === 'north' ? 400 : null,
          summaryDays: null,
          version: 4,
        })),
        sources: [],
        mayChangeSources: true,
      })),
      answerTo(previewRetention, ({ path: asked }) => ({
        kept,
        removed: asked.includes('rawDays=30') ? removed : { records: NOTHING, summaries: NOTHING },
      })),
      answerTo(setRetention),
    ],
  })
}

beforeEach(() => window.sessionStorage.clear())

describe('Retention in Settings', () => {
  it('says what the units of the entity hold and how long, and shows another entity when it is chosen', async () => {
    open()

    expect(await screen.findByText('3 units with 1,234,567 records, the oldest of 3 Mar 2025.')).toBeDefined()
    await user.selectOptions(screen.getByLabelText('Entity'), 'North')

    expect((await screen.findByLabelText<HTMLInputElement>('Records of North, in days')).value).toBe('400')
    expect(window.location.search).toBe('?tab=retention&entity=north')
  })

  it('asks with the numbers of what it deletes before less is kept', async () => {
    const { seen } = open('/settings?tab=retention&entity=north', {
      records: { units: 2, records: 9000, oldest: Date.UTC(2025, 2, 3, 12) },
      summaries: NOTHING,
    })
    await user.clear(await screen.findByLabelText('Records of North, in days'))
    await user.type(screen.getByLabelText('Records of North, in days'), '30')

    await user.click(screen.getByRole('button', { name: 'Save North' }))
    const question = within(await screen.findByRole('dialog', { name: 'Keep less of North?' }))

    expect(
      await question.findByText('This deletes about 9,000 records of 2 units, back to 3 Mar 2025, within a day.'),
    ).toBeDefined()
    await user.click(question.getByRole('button', { name: 'Keep less' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(onlyBody(seen, 'PUT /api/v1/retention')).toEqual({ entityID: 'north', rawDays: 30, version: 4 })
  })

  it('says when nothing is deleted, and why', async () => {
    open('/settings?tab=retention&entity=north')
    await user.clear(await screen.findByLabelText('Records of North, in days'))
    await user.type(screen.getByLabelText('Records of North, in days'), '30')

    await user.click(screen.getByRole('button', { name: 'Save North' }))

    expect(await screen.findByText(/^Nothing is deleted today: nothing is old enough, or the units/)).toBeDefined()
  })
})
