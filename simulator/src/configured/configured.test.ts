import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findBus, readBusConfiguration, withChannel } from '@fieldwatch/contract/sensors/sensor-buses'
import { readPressureConfiguration } from '@fieldwatch/contract/sensors/pressure-sensors'
import type { SourceGenerator } from '../generator.ts'
import { KINDS } from '../kinds/kinds.ts'
import { MINUTE } from '../signals/numbers.ts'
import { createConfiguredBus } from './configured-bus.ts'
import { createConfiguredPressure } from './configured-pressure.ts'

const setting = { seed: 1, position: { lat: 55.1, lon: -1.6 } }
const FROM = Date.UTC(2026, 3, 10, 7)

/** The moments within two minutes, in seconds, at which a field is reported. */
function secondsOf(source: SourceGenerator, field: string): number[] {
  return [...source.recordsBetween(FROM, FROM + 2 * MINUTE, source.liveSeconds)]
    .filter(({ fields }) => field in fields)
    .map(({ at }) => (at - FROM) / 1000)
}

function configurationOf(reported: object) {
  const { configuration } = readBusConfiguration(reported)
  assert.ok(configuration)
  return configuration
}

describe('a bus gateway', () => {
  test('reports at first what one reports that keeps no configuration', () => {
    const bus = createConfiguredBus(setting)
    const [plain] = KINDS['bus-gateway'](setting)
    assert.ok(plain)

    const [first] = [...bus.source.recordsBetween(FROM + 10_000, FROM + 20_000, 1)]

    assert.deepEqual([first], [...plain.recordsBetween(FROM + 10_000, FROM + 20_000, 10)])
  })

  test('reports a channel at its interval, none that is disabled, and as its scale says', () => {
    const bus = createConfiguredBus(setting)
    const reported = configurationOf(bus.read())
    const channel = findBus(reported, 'can0')?.channels[9]
    assert.ok(channel)
    const before = [...bus.source.recordsBetween(FROM, FROM + 1, 1)][0]?.fields['channel_9']
    const scale = { ...channel.scale, max: channel.scale.max * 2, offset: 1 }

    const problem = bus.update(
      withChannel(reported, { bus: 'can0', number: 9 }, { ...channel, scale, report_interval: 30 }),
    )

    assert.equal(problem, undefined)
    assert.deepEqual(secondsOf(bus.source, 'channel_9'), [0, 30, 60, 90])
    assert.equal(secondsOf(bus.source, 'channel_8').length, 12)
    assert.deepEqual(secondsOf(bus.source, 'can1_channel_1'), [0, 60])
    assert.deepEqual(secondsOf(bus.source, 'can1_channel_9'), [])
    const after = [...bus.source.recordsBetween(FROM, FROM + 1, 1)][0]?.fields['channel_9']
    assert.ok(Math.abs(Number(after) - (2 * Number(before) + 1)) < 0.11)
    bus.update(withChannel(reported, { bus: 'can0', number: 9 }, { ...channel, enabled: false }))
    assert.deepEqual(secondsOf(bus.source, 'channel_9'), [])
  })

  test('refuses boards that are not connected, and what is no configuration', () => {
    const bus = createConfiguredBus(setting)
    const before = bus.read()

    assert.equal(bus.update({ buses: [{ bus_id: 'can2' }] }), 'These are not the boards that are connected.')
    assert.notEqual(bus.update('{'), undefined)
    assert.equal(bus.read(), before)
  })
})

describe('a pressure gateway', () => {
  test('reports each sensor at its interval and with its offset', () => {
    const gateway = createConfiguredPressure(setting)
    const { configuration } = readPressureConfiguration(gateway.read())
    assert.ok(configuration)
    const before = [...gateway.source.recordsBetween(FROM, FROM + 1, 1)][0]?.fields['TD1043_pressure']
    const [first, second] = configuration.serial_number_list
    assert.ok(first && second)

    const problem = gateway.update({ serial_number_list: [first, { ...second, offset: 1.5, report_interval: 60 }] })

    assert.equal(problem, undefined)
    assert.deepEqual(secondsOf(gateway.source, 'TD1042_pressure'), [0, 20, 40, 60, 80, 100])
    assert.deepEqual(secondsOf(gateway.source, 'TD1043_pressure'), [0, 60])
    const after = [...gateway.source.recordsBetween(FROM, FROM + 1, 1)][0]?.fields['TD1043_pressure']
    assert.ok(Math.abs(Number(after) - Number(before) - 1.5) < 0.0011)
  })

  test('refuses a sensor that it does not hear', () => {
    const gateway = createConfiguredPressure(setting)

    assert.equal(gateway.update({ serial_number_list: [{ serial_number: 'TD9' }] }), 'No sensor TD9 is in range.')
  })
})
