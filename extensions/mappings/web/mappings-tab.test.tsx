import {
  type CapturedMessage,
  createMapping,
  listCaptured,
  listMappings,
  type StoredMapping,
} from '../contract/mappings.ts'
import { getMe } from '@fieldwatch/contract/people/users'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answerTo } from '@fieldwatch/web/testing/answers.ts'
import { buildSessionUser } from '@fieldwatch/web/testing/build-session-user.ts'
import { onlyBody } from '@fieldwatch/web/testing/press-twice.ts'
import { renderApp } from '@fieldwatch/web/testing/render-app.tsx'
import { draftFor, groupCaptured } from './captured-groups.ts'

const user = userEvent.setup()

const buildCaptured = (id: number, topic: string, payload: object): CapturedMessage => ({
  id,
  topic,
  payload: JSON.stringify(payload),
  arrivedUTC: '2026-06-01T08:00:00.000Z',
  sender: null,
  reason: null,
})

const METERS = [
  buildCaptured(2, 'site/meter-2/state', { level: 2.5, at: '2026-06-01T10:00:00' }),
  buildCaptured(1, 'site/meter-1/state', { level: 1.5, at: '2026-06-01T09:00:00' }),
]

it('begins with the preset that knows the topic of the captured messages', () => {
  expect(draftFor('tele/{device}/SENSOR')).toMatchObject({ name: 'Tasmota (SENSOR)', mapping: { others: 'sensor' } })
  expect(draftFor('site/{device}/state')).toMatchObject({ name: '', mapping: { topic: 'site/{device}/state' } })
})

it('makes a mapping of captured messages by selecting a value, and shows the records before it is saved', async () => {
  const me = buildSessionUser({ role: 'admin' })
  const made: StoredMapping = {
    mappingID: 'm' as StoredMapping['mappingID'],
    entity: me.entity,
    name: 'Meters',
    mapping: { topic: '#', unit: { from: 'sender' }, time: { format: 'arrival' }, values: [] },
    replay: { state: 'finished', done: 2, total: 2, stored: 2, startedUTC: '2026-06-01T08:00:00.000Z' },
    version: 1,
  }
  const { seen } = renderApp({
    path: '/settings?tab=mappings',
    user: me,
    routes: [
      answerTo(getMe, () => me),
      answerTo(listMappings, () => []),
      answerTo(listCaptured, () => ({ messages: METERS, total: 2 })),
      answerTo(createMapping, () => made),
    ],
  })

  const group = await screen.findByRole('region', { name: 'site/{device}/state' })
  await user.click(within(group).getByRole('button', { name: 'Map these messages' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Meters')
  await user.click(dialog.getByRole('button', { name: 'level: 2.5' }))

  const preview = within(dialog.getByRole('region', { name: 'Preview' }))
  const texts = preview.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(texts).toContainEqual(expect.stringMatching(/meter-1 · data · .*level = 1\.5/))
  await user.click(dialog.getByRole('button', { name: 'Save and replay' }))

  expect(onlyBody(seen, 'POST /api/v1/message-mappings')).toEqual({
    entity: me.entity,
    name: 'Meters',
    mapping: {
      topic: 'site/{device}/state',
      unit: { from: 'topic', part: 'device' },
      time: { format: 'arrival' },
      values: [{ path: 'level', source: 'data', field: 'level' }],
    },
  })
})

it('groups captured messages by the preset that knows their topic, or by the shape of topic and content', () => {
  const plug = buildCaptured(3, 'tele/plug/SENSOR', { Power: 1 })

  const groups = groupCaptured([...METERS, plug, buildCaptured(4, 'site/meter-3/state', { other: 1 })])

  expect(groups.map(({ topic, messages }) => [topic, messages.length])).toEqual([
    ['site/{device}/state', 2],
    ['tele/{device}/SENSOR', 1],
    ['site/meter-3/state', 1],
  ])
})
