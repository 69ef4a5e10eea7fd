import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nameEndpoints } from '@fieldwatch/contract/endpoints'
import { z } from 'zod'
import { readConfig } from './config.ts'
import { ALL_EXTENSIONS, ALL_DOORS, requireNeeded, requireOn } from './extension-settings.ts'
import { createTestApp } from './testing/test-app.ts'
import { createTestDatabase } from './testing/test-database.ts'

const database = await createTestDatabase()
const { doors: coreDoors } = readConfig({ FIELDWATCH_EXTENSIONS: 'none' })
const { app } = await createTestApp({ database, extensions: [], doors: coreDoors })

const namesOf = (settings: Record<string, string>): string[] => readConfig(settings).extensions.map(({ name }) => name)

describe('FIELDWATCH_EXTENSIONS', () => {
  const names = ALL_EXTENSIONS.map(({ name }) => name)

  it('turns on all, none, or some', () => {
    assert.deepEqual(namesOf({}), names)
    assert.deepEqual(namesOf({ FIELDWATCH_EXTENSIONS: 'none' }), [])
    for (const name of names) assert.deepEqual(namesOf({ FIELDWATCH_EXTENSIONS: name }), [name])
  })

  it('names those that there are where one is unknown', () => {
    assert.throws(
      () => readConfig({ FIELDWATCH_EXTENSIONS: 'all,weather' }),
      /^Error: FIELDWATCH_EXTENSIONS is not valid: Extensions are /,
    )
  })

  it('closes the doors of those that are off', () => {
    const { doors } = readConfig({ FIELDWATCH_EXTENSIONS: 'none' })
    const ofExtensions = ALL_EXTENSIONS.flatMap(({ doors: own = [] }) => own)
    assert.deepEqual(
      [...doors],
      [...ALL_DOORS].filter((door) => !ofExtensions.includes(door)),
    )
  })
})

describe('FIELDWATCH_DOORS', () => {
  it('opens all, none, or some', () => {
    assert.deepEqual(readConfig({}).doors, ALL_DOORS)
    assert.equal(readConfig({ FIELDWATCH_DOORS: 'none' }).doors.size, 0)
    assert.deepEqual([...readConfig({ FIELDWATCH_DOORS: 'json' }).doors], ['json'])
  })
})

describe('an extension that is off', () => {
  for (const { name, endpoints = {} } of ALL_EXTENSIONS) {
    it(`has no addresses: ${name}`, () => {
      const there = Object.values(nameEndpoints([endpoints])).filter(({ method, path }) =>
        app.hasRoute({ method, url: path }),
      )
      assert.deepEqual(there, [])
    })
  }
})

describe('settings of extensions', () => {
  const needs = { FIELDWATCH_TIDES_URL: ['FIELDWATCH_TIDES_KEY'] }
  const tides = [{ name: 'tides', needs }]

  it('need others once they are set', () => {
    requireNeeded({}, tides)
    requireNeeded({ FIELDWATCH_TIDES_URL: 'https://tides.example', FIELDWATCH_TIDES_KEY: 'key' }, tides)
    assert.throws(
      () => requireNeeded({ FIELDWATCH_TIDES_URL: 'https://tides.example' }, tides),
      /^Error: FIELDWATCH_TIDES_KEY is not set, and FIELDWATCH_TIDES_URL needs it\.$/,
    )
  })

  it('are refused while their extension is off', () => {
    const weather = { name: 'weather', settings: { FIELDWATCH_WEATHER_URL: z.string() } }
    const given = { FIELDWATCH_WEATHER_URL: 'https://weather.example' }
    requireOn(given, [weather], [weather])
    requireOn({}, [], [weather])
    assert.throws(
      () => requireOn(given, [], [weather]),
      /^Error: FIELDWATCH_WEATHER_URL has no effect, as FIELDWATCH_EXTENSIONS leaves out weather\. Add weather there, or remove/,
    )
  })

  for (const { name, settings = {} } of ALL_EXTENSIONS)
    for (const setting of Object.keys(settings))
      it(`are refused by the portal: ${setting} without ${name}`, () => {
        assert.throws(() => readConfig({ FIELDWATCH_EXTENSIONS: 'none', [setting]: '1' }), new RegExp(setting))
      })
})
