import { expect, it } from 'vitest'
import { readTypedDay } from './day-field.tsx'

it.each([
  ['2026-06-05', '2026-06-05'],
  ['5 Jun 2026', '2026-06-05'],
  [' 05 june 2026 ', '2026-06-05'],
  ['29 Feb 2028', '2028-02-29'],
])('“%s” is the day %s', (text, day) => {
  expect(readTypedDay(text)).toBe(day)
})

it.each(['', '5', '5 Jun', '5 Jun 20', '2026-06', '30 Feb 2026', '2026-13-01', '6/5/2026', 'yesterday'])(
  '“%s” is no day',
  (text) => {
    expect(readTypedDay(text)).toBeNull()
  },
)
