import { expect, it } from 'vitest'
import { placeText } from './place-text.ts'

it.each([
  [{ name: 'Morpeth', distanceKm: 3, direction: 'north' }, '3 km north of Morpeth'],
  [{ name: 'Adamstown', distanceKm: 1240, direction: 'south-west' }, '1,240 km south-west of Adamstown'],
  [{ name: 'London', distanceKm: 10, direction: null }, 'in London'],
] as const)('%j is written as %s', (place, text) => {
  expect(placeText(place)).toBe(text)
})
