import { ACTION_OPTIONS } from '@fieldwatch/contract/actions/action-options'
import { describe, expect, it } from 'vitest'
import { askOf, isOwnPayload, withAction, withSetting } from './request-values.ts'

const read = withSetting(ACTION_OPTIONS, 'Xetasense')

describe('the form of a request', () => {
  it('begins with the first request of the setting and its payload, and waits for a day', () => {
    expect(read).toEqual({
      setting: 'Xetasense',
      action: 'Read',
      payload: '"ListConfigInfo"',
      expiresInSeconds: 86_400,
    })
  })

  it('takes the payload of the request that is chosen', () => {
    const update = withAction(ACTION_OPTIONS, { ...read, action: 'Update' })

    expect(JSON.parse(update.payload)).toEqual({ UpdateConfig: {} })
    expect(isOwnPayload(ACTION_OPTIONS, update)).toBe(false)
    expect(isOwnPayload(ACTION_OPTIONS, { ...update, payload: '{}' })).toBe(true)
  })

  it('asks by the method of the request', () => {
    const update = withAction(ACTION_OPTIONS, { ...read, action: 'Update' })

    expect(askOf(ACTION_OPTIONS, { ...update, payload: '{"UpdateConfig": {"a": 1}}' })).toEqual({
      ask: {
        actionClass: 'Xetasense',
        method: 'PUT',
        payload: { UpdateConfig: { a: 1 } },
        expiresInSeconds: 86_400,
      },
    })
    expect(askOf(ACTION_OPTIONS, read)).toMatchObject({ ask: { method: 'GET', payload: 'ListConfigInfo' } })
  })

  it.each([
    ['{"UpdateConfig": ', 'Invalid JSON format'],
    ['', 'Invalid JSON format'],
    ['5', 'Invalid JSON format. A payload is a text or an object.'],
    ['[1]', 'Invalid JSON format. A payload is a text or an object.'],
    ['null', 'Invalid JSON format. A payload is a text or an object.'],
  ])('refuses the payload %s', (payload, problem) => {
    expect(askOf(ACTION_OPTIONS, { ...read, payload })).toEqual({ problem })
  })
})
