import { describe, expect, it } from 'vitest'
import { differencesOf } from './configuration-difference.ts'

describe('the difference of two configurations', () => {
  it('names the bus, the channel and the value', () => {
    const busWith = (channel: object) => ({ buses: [{ bus_id: 'can0', channels: { 9: channel } }] })

    expect(
      differencesOf(
        busWith({ report_interval: 60, enabled: true, scale: { max: 40 }, description: '' }),
        busWith({ report_interval: 5, enabled: true, scale: { max: 50 }, description: 'Blower' }),
      ),
    ).toEqual([
      { place: 'can0, channel 9, report_interval', before: '60', after: '5' },
      { place: 'can0, channel 9, scale, max', before: '40', after: '50' },
      { place: 'can0, channel 9, description', before: '--', after: 'Blower' },
    ])
  })

  it('knows a sensor by its serial number, wherever it is in the list', () => {
    const sensor = (serial: string, offset: number) => ({ serial_number: serial, offset })

    expect(
      differencesOf(
        { serial_number_list: [sensor('a', 0), sensor('b', 1)] },
        { serial_number_list: [sensor('b', 2), sensor('a', 0), sensor('c', 3)] },
      ),
    ).toEqual([
      { place: 'b, offset', before: '1', after: '2' },
      { place: 'c, serial_number', before: '--', after: 'c' },
      { place: 'c, offset', before: '--', after: '3' },
    ])
  })

  it('is none between equal ones, whatever the order of their values', () => {
    expect(differencesOf({ one: 1, two: [null, true] }, { two: [null, true], one: 1 })).toEqual([])
  })
})
