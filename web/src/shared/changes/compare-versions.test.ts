import { expect, it } from 'vitest'
import { compareVersions } from './compare-versions.ts'

it('names the fields that differ, and whose change each of them is', () => {
  const base = { friendlyName: 'Pump', labels: ['wet'], active: true, limit: { low: 1 } }
  const typed = { ...base, friendlyName: 'Big pump', labels: ['wet', 'old'] }
  const newer = { ...base, friendlyName: 'Small pump', active: false, limit: { low: 2 } }

  expect(compareVersions({ base, typed, newer })).toEqual([
    { name: 'friendlyName', label: 'Name', yours: 'Big pump', theirs: 'Small pump', isYours: true },
    { name: 'labels', label: 'Labels', yours: 'wet, old', theirs: 'wet', isYours: true },
    { name: 'active', label: 'Active', yours: 'Yes', theirs: 'No', isYours: false },
    { name: 'limit', label: 'Limit', yours: 'Low: 1', theirs: 'Low: 2', isYours: false },
  ])
})

it('shows ids as names, and leaves out what distinguishes entries of a list', () => {
  const base = { entity: 'water', values: [{ key: 'a1', field: 'level', unit: '' }] }
  const newer = { entity: 'south', values: [{ key: 'b2', field: 'flow', unit: 'm' }] }
  const names = new Map([['water', 'Northwind Water']])

  const compared = compareVersions({ base, typed: base, newer }, (field, id) =>
    field === 'entity' ? (names.get(id) ?? 'Another entity') : undefined,
  )

  expect(compared.map(({ label, yours, theirs }) => [label, yours, theirs])).toEqual([
    ['Entity', 'Northwind Water', 'Another entity'],
    ['Values', 'Field: level', 'Field: flow, Unit: m'],
  ])
})

it('finds nothing where both made the same change', () => {
  expect(compareVersions({ base: { name: 'A' }, typed: { name: 'B' }, newer: { name: 'B' } })).toEqual([])
})
