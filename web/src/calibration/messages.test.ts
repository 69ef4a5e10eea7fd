import { describe, expect, it } from 'vitest'
import { readPortalMessage } from './messages.ts'

describe('what the portal says', () => {
  it('is the colour scheme, or readings', () => {
    expect(readPortalMessage({ type: 'fieldwatch/context', appId: 'x', colorScheme: 'dark' })).toEqual({
      type: 'fieldwatch/context',
      colorScheme: 'dark',
    })
    expect(
      readPortalMessage({
        type: 'fieldwatch/readings',
        readings: [{ name: 'pH', value: 6, at: 1 }, { name: 'K+' }, 3],
      }),
    ).toEqual({ type: 'fieldwatch/readings', readings: [{ name: 'pH', value: 6, at: 1 }] })
  })

  it.each([undefined, null, 'text', {}, { type: 'other' }, { type: 'fieldwatch/readings', readings: 7 }])(
    'is nothing else: %j',
    (data) => expect(readPortalMessage(data)).toBeUndefined(),
  )
})
