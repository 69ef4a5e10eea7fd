import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nameOf } from './guess-settings.ts'

describe('the name of a field', () => {
  it('comes from the heading', () => {
    assert.equal(nameOf('Temperature (°C)', 0), 'Temperature_C')
    assert.equal(nameOf('__Level--', 0), 'Level')
    assert.equal(nameOf('2nd pump', 0), '_2nd_pump')
    assert.equal(nameOf('___', 4), 'column_5')
    assert.equal(nameOf('messageUTC', 1), 'column_2')
  })

  it('takes no longer for a heading of underscores', () => {
    const heading = `a${'_'.repeat(64 * 1024)}a`
    const before = process.cpuUsage()
    const name = nameOf(heading, 0)
    const { user } = process.cpuUsage(before)
    assert.equal(name, 'a')
    assert.ok(user < 50_000, `took ${user} µs`)
  })
})
