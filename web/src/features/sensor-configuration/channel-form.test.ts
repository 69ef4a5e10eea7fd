import { readBusConfiguration, type ChannelNumber } from '@fieldwatch/contract/sensors/sensor-buses'
import { describe, expect, it } from 'vitest'
import { channelErrors, channelFormOf, channelWith, DISPLAYED_SIGNAL, SIGNAL_UNIT } from './channel-form.ts'

function channelOf(number: ChannelNumber, given: object = {}) {
  const { configuration } = readBusConfiguration({ buses: [{ bus_id: 'can0', channels: { [number]: given } }] })
  const channel = configuration?.buses[0]?.channels[number]
  if (channel === undefined) throw new Error('There is no such channel')
  return channel
}

describe('the signal of a channel', () => {
  // spec 2-9-13, 2-9-14, 2-9-15
  it('is shown in thousandths: a voltage of 0 to 10 V, a current of 0.004 to 0.02 A as mA', () => {
    const voltage = channelFormOf(channelOf(1))
    const current = channelFormOf(channelOf(9))

    expect([voltage.minSignal, voltage.maxSignal, SIGNAL_UNIT.Voltage]).toEqual([0, 10_000, 'mV'])
    expect([current.minSignal, current.maxSignal, SIGNAL_UNIT.Current]).toEqual([4, 20, 'mA'])
  })

  it('has the displayed defaults of the specification while its fields are empty', () => {
    expect(DISPLAYED_SIGNAL.Current).toEqual({ min: 1000, max: 20 })
    expect(DISPLAYED_SIGNAL.Voltage).toEqual({ min: 0, max: 10_000 })
  })

  it('is written without what binary fractions add', () => {
    const channel = channelOf(9, { min: 0.0043, max: 0.0201 })
    const form = channelFormOf(channel)

    expect([form.minSignal, form.maxSignal]).toEqual([4.3, 20.1])
    expect(channelWith(channel, { ...form, maxSignal: 19.7 }).max).toBe(0.0197)
  })

  it('stays to its last digit when it was not touched', () => {
    const channel = channelOf(9, { min: 0.004000000000012345 })

    expect(channelWith(channel, { ...channelFormOf(channel), offset: 1 }).min).toBe(0.004000000000012345)
  })
})

describe('the form of a channel', () => {
  const sound = channelFormOf(channelOf(9))

  it('is right as a gateway sends it', () => {
    expect(channelErrors(sound)).toEqual({})
  })

  // spec 2-5-45
  it.each(['reportInterval', 'offset', 'minSignal', 'maxSignal', 'minUnit', 'maxUnit'])(
    'requires %s to be a number',
    (name) => {
      for (const value of ['', Number.NaN] as const) {
        expect(channelErrors({ ...sound, [name]: value })).toEqual({ [name]: 'Enter a number.' })
      }
    },
  )

  it.each([
    [0, 'Enter a number above 0.'],
    [-5, 'Enter a number above 0.'],
    [1e9, 'Enter at most one year.'],
  ])('refuses a report interval of %s', (reportInterval, problem) => {
    expect(channelErrors({ ...sound, reportInterval })).toEqual({ reportInterval: problem })
  })

  it.each([
    [{ minSignal: 20, maxSignal: 20 }, { maxSignal: 'The max signal must be greater than the min signal.' }],
    [{ minSignal: 20, maxSignal: 4 }, { maxSignal: 'The max signal must be greater than the min signal.' }],
    [{ minUnit: 5, maxUnit: 5 }, { maxUnit: 'The max unit value must differ from the min unit value.' }],
    [{ minUnit: 0, maxUnit: 0, offset: 3 }, { maxUnit: 'The max unit value must differ from the min unit value.' }],
    [{ minUnit: 0, maxUnit: 0, offset: 0 }, {}],
    [{ minUnit: 100, maxUnit: 0 }, {}],
  ])('with %j is judged by whether a value can be computed from a signal', (entered, errors) => {
    expect(channelErrors({ ...sound, minUnit: 0, maxUnit: 50, ...entered })).toEqual(errors)
  })

  it('changes what was entered, and keeps what else the gateway says of the channel', () => {
    const channel = channelOf(9, { filter: 'slow', scale: { slope: 2 } })
    const form = { ...channelFormOf(channel), description: 'Blower', enabled: true, maxUnit: 50, unit: 'Hz' }

    expect(channelWith(channel, form)).toEqual({
      filter: 'slow',
      description: 'Blower',
      enabled: true,
      report_interval: 60,
      channel_type: 'Current',
      min: 0.004,
      max: 0.02,
      scale: { slope: 2, min: 0, max: 50, offset: 0, unit: 'Hz' },
    })
  })
})
