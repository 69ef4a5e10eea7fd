import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { NAME_PATTERN } from '@fieldwatch/contract/api/ids'
import type { SimulatedRecord, SourceGenerator } from '../generator.ts'
import { DAY, HOUR, MINUTE } from '../signals/numbers.ts'
import { KIND_NAMES, KINDS, type KindName } from './kinds.ts'

const FROM = Date.UTC(2026, 3, 10, 7)
const position = { lat: 55.1, lon: -1.6 }

function sourcesOf(kind: KindName, seed = 1): readonly SourceGenerator[] {
  return KINDS[kind]({ seed, position })
}

function sourceOf(kind: KindName, name: string, seed = 1): SourceGenerator {
  const source = sourcesOf(kind, seed).find((candidate) => candidate.name === name)
  assert.ok(source)
  return source
}

function records(source: SourceGenerator, from: number, to: number, stepSeconds: number): SimulatedRecord[] {
  return [...source.recordsBetween(from, to, stepSeconds)]
}

/** Least and most that a field of a healthy unit ever shows. */
const RANGES: Readonly<Partial<Record<KindName, Readonly<Record<string, readonly [number, number]>>>>> = {
  'weather-station': {
    'weather.temperature': [-10, 35],
    'weather.humidity': [22, 100],
    'weather.pressure': [980, 1045],
    'weather.wind_speed': [0, 20],
    'weather.wind_direction': [0, 359],
    'weather.solar_radiation': [0, 1000],
    'status.battery_voltage': [12, 13.6],
  },
  'water-tank': { 'tank.level': [30, 95], 'tank.outflow': [1, 45], 'quality.chlorine': [0.3, 0.6] },
  'pump-station': {
    'pump.flow': [0, 110],
    'pump.pressure': [1.9, 4.8],
    'pump.power': [0, 19],
    'pump.motor_temperature': [10, 75],
  },
  'gps-truck': {
    'location.lat': [55.07, 55.2],
    'location.lon': [-1.7, -1.5],
    'location.speed': [0, 80],
    'engine.fuel_level': [5, 100],
    'gpgga_Internal.satellites': [6, 14],
  },
  'bus-gateway': { 'XetaSense.channel_5': [6.5, 8.5], 'gateway.supply_voltage': [23, 25] },
  'pressure-gateway': { 'TDWLB.TD1042_pressure': [4.5, 6], 'TDWLB.TD1042_rssi': [-100, -60] },
  'nutrient-panel': {
    'nitrate.analyte_value': [120, 220],
    'potassium.analyte_value': [150, 280],
    'ph.analyte_value': [5.5, 6.6],
  },
  'cold-store': { 'cold_store.air_temperature': [1.5, 12], 'cold_store.product_temperature': [2.5, 8] },
}

for (const kind of KIND_NAMES) {
  describe(`a ${kind}`, () => {
    test('gives the same records for the same seed, in one piece or in several', () => {
      for (const source of sourcesOf(kind)) {
        const whole = records(source, FROM, FROM + 12 * HOUR, 300)
        const first = records(source, FROM, FROM + 5 * HOUR + 1, 300)
        const again = sourceOf(kind, source.name)
        assert.deepEqual([...first, ...records(again, FROM + 5 * HOUR + 1, FROM + 12 * HOUR, 300)], whole)
        assert.ok(whole.length > 0, source.name)
      }
    })

    test('differs from another one of its kind', () => {
      for (const source of sourcesOf(kind)) {
        const other = sourceOf(kind, source.name, 2)
        const stretch = [FROM, FROM + 12 * HOUR, 300] as const
        assert.notDeepEqual(records(other, ...stretch), records(source, ...stretch))
      }
    })

    test('names what it sends as the portal accepts it, and writes numbers as sensors do', () => {
      for (const source of sourcesOf(kind)) {
        assert.match(source.name, NAME_PATTERN)
        assert.ok(source.liveSeconds >= 2)
        for (const { fields } of records(source, FROM, FROM + DAY, 900)) {
          for (const [name, value] of Object.entries(fields)) {
            assert.match(name, NAME_PATTERN)
            if (typeof value === 'number') assert.match(String(value), /^-?\d{1,6}(\.\d{1,6})?$/, name)
          }
        }
      }
    })

    test('stays within what is plausible', () => {
      for (const [path, [least, most]] of Object.entries(RANGES[kind] ?? {})) {
        const [source = '', field = ''] = path.split('.')
        for (const record of records(sourceOf(kind, source), FROM, FROM + 20 * DAY, 600)) {
          const value = record.fields[field]
          assert.ok(typeof value === 'number' && value >= least && value <= most, `${path} is ${value}`)
        }
      }
    })
  })
}

test('The tank of a site rises while its pump runs and falls while it rests', () => {
  const tank = records(sourceOf('water-tank', 'tank'), FROM, FROM + 2 * DAY, 900)
  const pump = records(sourceOf('pump-station', 'pump'), FROM, FROM + 2 * DAY, 900)
  let rises = 0
  for (const [index, { fields }] of tank.entries()) {
    const next = tank[index + 1]
    const running = pump[index]?.fields['running']
    assert.equal(fields['inlet_open'], running)
    if (next === undefined || pump[index + 1]?.fields['running'] !== running) continue
    const change = Number(next.fields['level']) - Number(fields['level'])
    assert.ok(running === true ? change > 0 : change < 1)
    if (running === true) rises += 1
  }
  assert.ok(rises > 10)
})

test('The pump reports its starts and stops when they happen, each once', () => {
  const events = records(sourceOf('pump-station', 'events'), FROM, FROM + 5 * DAY, 300)
  const starts = events.filter(({ fields }) => fields['message'] === 'Pump started')
  const pump = sourceOf('pump-station', 'pump')
  assert.ok(starts.length >= 20)
  for (const { at } of starts) {
    const around = records(pump, Math.floor(at / 1000) * 1000 - 5000, at + 6000, 1)
    assert.equal(around[0]?.fields['running'], false)
    assert.equal(around.at(-1)?.fields['running'], true)
  }
  const moments = events.map(({ at }) => at)
  assert.deepEqual(
    moments,
    [...new Set(moments)].sort((left, right) => left - right),
  )
})

test('The truck never jumps, and both drives and waits', () => {
  const fixes = records(sourceOf('gps-truck', 'location'), FROM, FROM + 6 * HOUR, 5)
  let driving = 0
  for (const [index, { fields }] of fixes.entries()) {
    const before = fixes[index - 1]?.fields
    if (before === undefined) continue
    const north = (Number(fields['lat']) - Number(before['lat'])) * 111_320
    const east = (Number(fields['lon']) - Number(before['lon'])) * 63_700
    assert.ok(Math.hypot(north, east) < 130, `${Math.hypot(north, east)} m in 5 s`)
    if (Number(fields['speed']) > 5) driving += 1
  }
  assert.ok(driving > fixes.length * 0.3 && driving < fixes.length * 0.6)
})

test('The cold store warms while its door is open and cools when it is shut', () => {
  const store = records(sourceOf('cold-store', 'cold_store'), FROM, FROM + 2 * DAY, 10)
  const opened = store.findIndex(({ fields }, index) => fields['door_open'] === true && index > 0)
  const shut = store.findIndex(({ fields }, index) => index > opened && fields['door_open'] === false)
  const temperatureAt = (index: number) => Number(store[index]?.fields['air_temperature'])
  assert.ok(opened > 0 && shut > opened)
  const cooled = store[shut]?.at ?? 0
  const later = store.findIndex(({ at }) => at >= cooled + 30 * MINUTE)
  assert.ok(temperatureAt(shut) > temperatureAt(opened))
  assert.ok(temperatureAt(later) < temperatureAt(shut))
})
