import { describe, expect, it } from 'vitest'
import { sensorErrors, sensorFormOf, sensorWith } from './sensor-form.ts'

const sensor = { serial_number: 'TD1042', offset: 0.1, update_frequency: 20, report_interval: 60, name: 'High Street' }
const form = sensorFormOf(sensor)

describe('the form of a pressure sensor', () => {
  it('is right when the report interval is not below the update frequency', () => {
    expect(sensorErrors(form, 'reportInterval')).toEqual({})
    expect(sensorErrors({ ...form, reportInterval: 20 }, 'reportInterval')).toEqual({})
  })

  // spec 2-5-41, 2-5-42
  it('refuses a report interval below the update frequency', () => {
    expect(sensorErrors({ ...form, reportInterval: 19 }, 'reportInterval')).toEqual({
      reportInterval: 'Report interval cannot be less than update frequency',
    })
  })

  // spec 2-5-43
  it('refuses an update frequency above the report interval', () => {
    expect(sensorErrors({ ...form, updateFrequency: 61 }, 'updateFrequency')).toEqual({
      updateFrequency: 'Update frequency cannot be less than report interval',
    })
  })

  it.each(['offset', 'updateFrequency', 'reportInterval'])('requires %s to be a number', (name) => {
    expect(sensorErrors({ ...form, [name]: '' }, 'reportInterval')).toEqual({
      [name]: 'Enter a number.',
    })
  })

  it('changes what was entered, and keeps what else the gateway says of the sensor', () => {
    expect(sensorWith(sensor, { offset: -0.2, updateFrequency: 30, reportInterval: 90 })).toEqual({
      serial_number: 'TD1042',
      offset: -0.2,
      update_frequency: 30,
      report_interval: 90,
      name: 'High Street',
    })
  })
})
