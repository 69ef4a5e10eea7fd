import { BUS_SOURCE, CHANNEL_NUMBERS } from '@fieldwatch/contract/sensor-buses'
import { type Kind, periodic } from '../generator.ts'
import { createChannel } from '../signals/channel.ts'
import { daily, HOUR, rounded } from '../signals/numbers.ts'
import { FIRST_INPUTS, readBusInputs } from './bus-inputs.ts'
import { siteLocation } from './site-location.ts'

/** A gateway of a treatment works with a bus of 12 wired inputs. */
export const busGateway: Kind = (setting) => {
  const valueOf = readBusInputs(FIRST_INPUTS, (number) => createChannel(setting.seed, `input ${number - 1}`))
  const board = createChannel(setting.seed, 'board')

  const bus = periodic(BUS_SOURCE, 10, (at) =>
    Object.fromEntries(CHANNEL_NUMBERS.map((number) => [`channel_${number}`, valueOf(number, at)])),
  )

  const gateway = periodic('gateway', 60, (at) => ({
    supply_voltage: rounded(24.1 + 0.1 * board.drift(at, HOUR) + 0.03 * board.noise(at), 2),
    board_temperature: rounded(31 + 4 * daily(at, 16) + 0.3 * board.drift(at, HOUR), 1),
    signal_strength: Math.round(-71 + 4 * board.drift(at, 3 * HOUR) + 2 * board.noise(at + 1)),
    firmware: '4.2.1',
  }))

  return [bus, gateway, siteLocation(setting)]
}
