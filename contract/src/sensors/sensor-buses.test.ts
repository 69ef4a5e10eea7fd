import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { BUS_IDS } from './bus-ids.ts'
import {
  CHANNEL_NUMBERS,
  channelColour,
  channelFields,
  findBus,
  isWired,
  readBusConfiguration,
  typeOfNumber,
  withChannel,
} from './sensor-buses.ts'
import { sentence } from '../text/sentence.ts'

function read(value: unknown) {
  const { configuration, problem } = readBusConfiguration(value)
  assert.equal(problem, undefined)
  assert.ok(configuration)
  return configuration
}

const scaleOf = (scale: { min?: number; max?: number; offset?: number }) => ({
  scale: { min: 0, max: 0, offset: 0, unit: '', ...scale },
})

describe('the configuration of the buses', () => {
  // spec 2-3-37, 2-3-38, 2-3-39, 2-9-11
  it('has the 12 channels of each connected bus, with a default for all that the gateway left out', () => {
    const bus = findBus(
      read({ buses: [{ bus_id: 'can0', channels: { 9: { enabled: true, scale: { max: 50 } } } }] }),
      'can0',
    )

    assert.deepEqual(bus?.channels[1], {
      scale: { min: 0, max: 0, offset: 0, unit: '' },
      description: '',
      enabled: false,
      report_interval: 60,
      channel_type: 'Voltage',
      min: 0,
      max: 10,
    })
    assert.deepEqual(bus.channels[9], {
      scale: { min: 0, max: 50, offset: 0, unit: '' },
      description: '',
      enabled: true,
      report_interval: 60,
      channel_type: 'Current',
      min: 0.004,
      max: 0.02,
    })
    assert.deepEqual(Object.keys(bus.channels).map(Number), [...CHANNEL_NUMBERS])
  })

  it('takes null for what is left out', () => {
    const channels = { 10: { description: null, report_interval: null, min: null, scale: null } }
    const channel = read({ buses: [{ bus_id: 'can1', channels }] }).buses[0]?.channels[10]

    assert.deepEqual([channel?.description, channel?.report_interval, channel?.min], ['', 60, 0.004])
  })

  it('has the range of signals of the type that the gateway reports', () => {
    const channels = { 1: { channel_type: 'Current' }, 12: { channel_type: 'Voltage' } }
    const bus = read({ buses: [{ bus_id: 'can2', channels }] }).buses[0]

    assert.deepEqual([bus?.channels[1].max, bus?.channels[12].max], [0.02, 10])
  })

  it('shows by its absence that a bus is not connected', () => {
    const configuration = read({ buses: [{ bus_id: 'can1' }] })

    assert.deepEqual(
      BUS_IDS.map((id) => findBus(configuration, id) !== undefined),
      [false, true, false],
    )
  })

  // spec 2-7-33
  it('is read from a text, and keeps unknown values everywhere', () => {
    const sent = {
      firmware: '4.2.1',
      buses: [
        {
          bus_id: 'can0',
          board: 7,
          channels: { 3: { scale: { max: 4, slope: [1, 2] }, filter: 'slow' }, 13: 'spare' },
        },
        { bus_id: 'can9', channels: {} },
      ],
    }
    const kept = JSON.parse(JSON.stringify(read(JSON.stringify(sent)))) as typeof sent

    assert.equal(kept.firmware, '4.2.1')
    assert.equal(kept.buses[0]?.board, 7)
    assert.equal(kept.buses[0]?.channels[13], 'spare')
    assert.equal(kept.buses[0]?.channels[3]?.filter, 'slow')
    assert.deepEqual(kept.buses[0]?.channels[3]?.scale.slope, [1, 2])
    assert.equal(kept.buses[1]?.bus_id, 'can9')
  })

  it('reads back as the same once it was read', () => {
    const number = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0))
    const channel = fc.record(
      {
        scale: fc.record({ min: number, max: number, offset: number }, { requiredKeys: [] }),
        enabled: fc.boolean(),
        report_interval: number,
        min: number,
        extra: fc.string(),
      },
      { requiredKeys: [] },
    )
    const channels = fc.dictionary(fc.constantFrom(...CHANNEL_NUMBERS.map(String)), channel)

    fc.assert(
      fc.property(channels, (given) => {
        const once = read({ buses: [{ bus_id: 'can0', channels: given }] })
        assert.deepEqual(read(JSON.stringify(once)), once)
      }),
    )
  })

  for (const [payload, problem] of [
    ['{"buses": [', 'fields.configuration-json'],
    ['[]', sentence('fields.wrong-type', { field: 'fields.name.', types: { or: ['fields.type.object'] } })],
    ['{}', sentence('fields.missing', { field: 'fields.name.buses' })],
    [
      '{"buses": [{}]}',
      sentence('fields.at-place', {
        place: 'Bus 1',
        problem: sentence('fields.missing', { field: 'fields.name.bus_id' }),
      }),
    ],
    ['{"buses": [{"bus_id": "can0"}, {"bus_id": "can0"}]}', 'fields.bus-twice'],
    [
      '{"buses": [{"bus_id": "can0", "channels": []}]}',
      sentence('fields.at-place', {
        place: 'can0',
        problem: sentence('fields.wrong-type', {
          field: 'fields.name.channels',
          types: { or: ['fields.type.object'] },
        }),
      }),
    ],
    [
      '{"buses": [{"bus_id": "can0", "channels": {"9": {"report_interval": "60"}}}]}',
      sentence('fields.at-place', {
        place: 'Channel 9 of can0',
        problem: sentence('fields.wrong-type', {
          field: 'fields.name.report_interval',
          types: { or: ['fields.type.number'] },
        }),
      }),
    ],
    [
      '{"buses": [{"bus_id": "can1", "channels": {"2": {"scale": {"max": 1e999}}}}]}',
      sentence('fields.at-place', {
        place: 'Channel 2 of can1',
        problem: sentence('fields.wrong-type', { field: 'fields.name.max', types: { or: ['fields.type.number'] } }),
      }),
    ],
    [
      '{"buses": [{"bus_id": "can1", "channels": {"2": {"channel_type": "Power"}}}]}',
      sentence('fields.at-place', {
        place: 'Channel 2 of can1',
        problem: sentence('fields.wrong-choice', {
          field: 'fields.name.channel_type',
          choices: { or: ['Voltage', 'Current'] },
        }),
      }),
    ],
  ] as const) {
    it(`is refused with a sentence: ${payload}`, () => {
      assert.equal(readBusConfiguration(payload).problem, problem)
    })
  }

  it('gets another channel in place of one, and stays as it is otherwise', () => {
    const before = read({ buses: [{ bus_id: 'can0', spare: true }, { bus_id: 'can1' }] })
    const [can0] = before.buses
    assert.ok(can0)
    const after = withChannel(before, { bus: 'can0', number: 9 }, { ...can0.channels[9], report_interval: 5 })

    assert.equal(findBus(after, 'can0')?.channels[9].report_interval, 5)
    assert.equal(findBus(before, 'can0')?.channels[9].report_interval, 60)
    assert.deepEqual({ ...findBus(after, 'can0'), channels: {} }, { ...can0, channels: {} })
    assert.deepEqual(findBus(after, 'can1'), findBus(before, 'can1'))
  })
})

describe('a channel', () => {
  // spec 2-2-56, 2-9-16
  it('is a voltage input up to 8 and a current input from 9 to 12', () => {
    assert.deepEqual(
      CHANNEL_NUMBERS.map(typeOfNumber).map((type) => type[0]),
      ['V', 'V', 'V', 'V', 'V', 'V', 'V', 'V', 'C', 'C', 'C', 'C'],
    )
  })

  for (const [scale, wired] of [
    [{}, false],
    [{ min: -0 }, false],
    [{ min: -1 }, true],
    [{ max: 0.1 }, true],
    [{ offset: 3 }, true],
  ] as const) {
    // spec 2-2-60
    it(`is ${wired ? 'wired' : 'unwired'} with the scale ${JSON.stringify(scale)}`, () => {
      assert.equal(isWired(scaleOf(scale)), wired)
    })
  }

  // spec 2-2-57, 2-2-58, 2-2-59
  it('is green when wired and enabled, red when wired and disabled, grey when unwired', () => {
    const wired = scaleOf({ max: 50 })

    assert.equal(channelColour({ ...wired, enabled: true }), 'green')
    assert.equal(channelColour({ ...wired, enabled: false }), 'red')
    assert.equal(channelColour({ ...scaleOf({}), enabled: true }), 'grey')
    assert.equal(channelColour({ ...scaleOf({}), enabled: false }), 'grey')
  })

  it('has its values in a field that names the bus, which can0 may leave out', () => {
    assert.deepEqual(channelFields('can0', 9), ['can0_channel_9', 'channel_9'])
    assert.deepEqual(channelFields('can2', 9), ['can2_channel_9'])
  })
})
