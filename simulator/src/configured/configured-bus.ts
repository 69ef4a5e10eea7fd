import {
  BUS_ACTION_CLASS,
  BUS_SOURCE,
  type BusConfiguration,
  CHANNEL_NUMBERS,
  type Channel,
  isWired,
  readBusConfiguration,
} from '@fieldwatch/contract/sensors/sensor-buses'
import { periodic, type UnitSetting } from '../generator.ts'
import { type BusInput, type Inputs, readBusInputs, FIRST_INPUTS, SECOND_INPUTS } from '../kinds/bus-inputs.ts'
import { createChannel } from '../signals/channel.ts'
import { rounded } from '../signals/numbers.ts'
import { type Configured, isDue } from './configured.ts'

/** What is wired to the boards that are connected; there is no third. */
const WIRED: Readonly<Record<string, Inputs>> = {
  can0: FIRST_INPUTS,
  can1: SECOND_INPUTS,
}

/** The buses of a gateway: each channel that is wired and enabled is reported at its interval, and scaled as it is configured. */
export function createConfiguredBus(setting: UnitSetting): Configured {
  let current = firstConfiguration()
  const values = Object.fromEntries(
    Object.entries(WIRED).map(([bus, inputs]) => [
      bus,
      readBusInputs(inputs, (number) => createChannel(setting.seed, `${inputPrefix(bus)} ${number - 1}`)),
    ]),
  )

  return {
    actionClass: BUS_ACTION_CLASS,
    read: () => current,
    update: (configuration) => {
      const read = readBusConfiguration(configuration)
      if (read.configuration === undefined) return read.problem
      const boards = read.configuration.buses.map((bus) => bus.bus_id).toSorted()
      if (boards.join() !== Object.keys(WIRED).join()) return 'These are not the boards that are connected.'
      current = read.configuration
      return undefined
    },
    source: periodic(BUS_SOURCE, 1, (at) => {
      const fields: Record<string, number> = {}
      for (const { bus_id: bus, channels } of current.buses) {
        const inputs = WIRED[bus] ?? {}
        for (const number of CHANNEL_NUMBERS) {
          const [channel, input] = [channels[number], inputs[number]]
          if (input === undefined || !isReported(channel, at)) continue
          const name = bus === 'can0' ? `channel_${number}` : `${bus}_channel_${number}`
          fields[name] = scaled(values[bus]?.(number, at) ?? 0, input, channel)
        }
      }
      return Object.keys(fields).length === 0 ? undefined : fields
    }),
  }
}

/** The inputs of the first board are those that the kind has without a configuration. */
function inputPrefix(bus: string): string {
  return bus === 'can0' ? 'input' : `input of ${bus}`
}

function isReported(channel: Channel, at: number): boolean {
  return channel.enabled && isWired(channel) && isDue(at, channel.report_interval)
}

/** The signal is what it is; what it means is up to the scale. */
function scaled(value: number, input: BusInput, { scale }: Channel): number {
  if (scale.min === input.least && scale.max === input.most && scale.offset === 0) return value
  const share = (value - input.least) / (input.most - input.least)
  return rounded(scale.min + share * (scale.max - scale.min) + scale.offset, input.decimals)
}

function firstConfiguration(): BusConfiguration {
  const buses = Object.entries(WIRED).map(([bus, inputs]) => ({
    bus_id: bus,
    channels: Object.fromEntries(
      Object.entries(inputs).map(([number, { description, unit, least, most, seconds, disabled = false }]) => [
        number,
        {
          description,
          enabled: !disabled,
          report_interval: seconds,
          scale: { min: least, max: most, offset: 0, unit },
        },
      ]),
    ),
  }))
  const { configuration, problem } = readBusConfiguration({ buses })
  if (configuration === undefined) throw new Error(problem)
  return configuration
}
