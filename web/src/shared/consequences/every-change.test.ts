import { CHANGE_KINDS } from '@fieldwatch/contract/consequences/changes'
import { expect, it } from 'vitest'

it('Every kind of change is named by a screen, which lists what follows before it', () => {
  const sources = import.meta.glob<string>(
    [
      '/src/**/*.{ts,tsx}',
      '/../extensions/*/web/**/*.{ts,tsx}',
      '!/src/**/*.test.{ts,tsx}',
      '!/src/testing/**',
      '!/../extensions/*/web/**/*.test.{ts,tsx}',
    ],
    { query: '?raw', import: 'default', eager: true },
  )
  const screens = Object.values(sources)

  const missing = CHANGE_KINDS.filter((kind) => !screens.some((source) => source.includes(`'${kind}'`)))

  expect(missing).toEqual([])
})
