import type { DataId } from '@fieldwatch/contract/api/ids'
import { describe, expect, it } from 'vitest'
import { buildSim } from '#testing/build-sim.ts'
import { dataText, matchesSim, usageText } from './sim-text.ts'

describe('an amount of data', () => {
  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1500, '1.5 kB'],
    [12_400_000, '12.4 MB'],
    [150_400_000, '150 MB'],
    [2_000_000_000, '2 GB'],
  ])('of %s bytes reads %s', (bytes, text) => {
    expect(dataText(bytes)).toBe(text)
  })

  it.each([
    [{ dataUsed: 5_000_000, dataLimit: 50_000_000 }, '5 MB of 50 MB'],
    [{ dataUsed: 5_000_000, dataLimit: null }, '5 MB'],
    [{ dataUsed: null, dataLimit: 50_000_000 }, 'unknown of 50 MB'],
    [{ dataUsed: null, dataLimit: null }, undefined],
  ])('%j reads %s', (usage, text) => {
    expect(usageText(usage)).toBe(text)
  })
})

describe('the search', () => {
  const sim = buildSim({
    simID: 'one',
    msisdn: '+447700900123',
    label: 'Réservoir',
    operator: 'Tyne Mobile',
    dataID: 'tank-01' as DataId,
    friendlyName: 'North tank',
  })

  it.each([
    ['reservoir', true],
    ['TANK-01', true],
    ['tyne north', true],
    ['90124', true],
    ['', true],
    ['suspended', false],
  ])('for %j finds it: %s', (search, found) => {
    expect(matchesSim(sim, search)).toBe(found)
  })
})
