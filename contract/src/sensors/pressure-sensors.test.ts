import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readPressureConfiguration, sensorField, withSensor } from './pressure-sensors.ts'
import { sentence } from '../text/sentence.ts'

function read(value: unknown) {
  const { configuration, problem } = readPressureConfiguration(value)
  assert.equal(problem, undefined)
  assert.ok(configuration)
  return configuration
}

describe('the configuration of the pressure sensors', () => {
  // spec 2-3-40, 2-9-12
  it('lists sensors by serial number, with a default for all that the gateway left out', () => {
    assert.deepEqual(read('{"serial_number_list": [{"serial_number": "TD1042"}]}').serial_number_list, [
      { serial_number: 'TD1042', offset: 0, update_frequency: 60, report_interval: 60 },
    ])
  })

  it('does not make up an update frequency above the report interval', () => {
    const [sensor] = read({ serial_number_list: [{ serial_number: 'TD1042', report_interval: 20 }] }).serial_number_list

    assert.equal(sensor?.update_frequency, 20)
  })

  it('keeps unknown values', () => {
    const sent = { version: 2, serial_number_list: [{ serial_number: 'TD1042', name: 'High Street' }] }
    const list = [{ ...sent.serial_number_list[0], offset: 0, update_frequency: 60, report_interval: 60 }]

    assert.deepEqual(read(sent), { version: 2, serial_number_list: list })
  })

  for (const [payload, problem] of [
    ['no JSON', 'fields.configuration-json'],
    ['{}', sentence('fields.missing', { field: 'fields.name.serial_number_list' })],
    [
      '{"serial_number_list": [{"serial_number": 1042}]}',
      sentence('fields.at-place', {
        place: 'Sensor 1',
        problem: sentence('fields.wrong-type', {
          field: 'fields.name.serial_number',
          types: { or: ['fields.type.string'] },
        }),
      }),
    ],
    [
      '{"serial_number_list": [{"serial_number": "a"}, {"serial_number": "b", "offset": "0"}]}',
      sentence('fields.at-place', {
        place: 'Sensor 2',
        problem: sentence('fields.wrong-type', { field: 'fields.name.offset', types: { or: ['fields.type.number'] } }),
      }),
    ],
    ['{"serial_number_list": [{"serial_number": "a"}, {"serial_number": "a"}]}', 'fields.serial-twice'],
  ] as const) {
    it(`is refused with a sentence: ${payload}`, () => {
      assert.equal(readPressureConfiguration(payload).problem, problem)
    })
  }

  it('gets other settings for one sensor', () => {
    const before = read({ serial_number_list: [{ serial_number: 'TD1042' }, { serial_number: 'TD1043' }] })
    const [first] = before.serial_number_list
    assert.ok(first)
    const after = withSensor(before, { ...first, offset: 0.2 })

    assert.deepEqual(
      after.serial_number_list.map(({ serial_number: serial, offset }) => [serial, offset]),
      [
        ['TD1042', 0.2],
        ['TD1043', 0],
      ],
    )
  })
})

describe('a value of a sensor', () => {
  it('is in a field with its serial number', () => {
    assert.equal(sensorField('TD1042', 'pressure'), 'TD1042_pressure')
  })
})
