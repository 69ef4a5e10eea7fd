import { z } from 'zod'
import { type BusId } from './bus-ids.ts'
import { defaulted, readConfiguration, type ReadConfiguration } from './unit-configuration.ts'

/**
 * The wired input channels of a gateway, by bus (specification, document 2, sections 2.3, 3 and 9), as in its messages.
 * Signals are in volts and amperes.
 */

/** The class of requests about the buses. */
export const BUS_ACTION_CLASS = 'Xetasense'

/** The source with the values of the channels. */
export const BUS_SOURCE = 'XetaSense'

export const CHANNEL_NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const
export type ChannelNumber = (typeof CHANNEL_NUMBERS)[number]

const CHANNEL_TYPES = ['Voltage', 'Current'] as const
export type ChannelType = (typeof CHANNEL_TYPES)[number]

/** In seconds. */
export const DEFAULT_REPORT_INTERVAL = 60

/** The range of signals of each type of channel. */
const DEFAULT_SIGNALS: Readonly<Record<ChannelType, { readonly min: number; readonly max: number }>> = {
  Voltage: { min: 0, max: 10 },
  Current: { min: 0.004, max: 0.02 },
}

const Scale = z.looseObject({
  min: defaulted(z.number(), 0),
  max: defaulted(z.number(), 0),
  offset: defaulted(z.number(), 0),
  unit: defaulted(z.string().max(100), ''),
})

const NO_SCALE = { min: 0, max: 0, offset: 0, unit: '' }

function channelOf(number: ChannelNumber) {
  const type = typeOfNumber(number)
  return z
    .looseObject({
      scale: defaulted(Scale, NO_SCALE),
      description: defaulted(z.string().max(1000), ''),
      enabled: defaulted(z.boolean(), false),
      report_interval: defaulted(z.number(), DEFAULT_REPORT_INTERVAL),
      channel_type: defaulted(z.enum(CHANNEL_TYPES), type),
      min: z.number().nullish(),
      max: z.number().nullish(),
    })
    .transform((channel) => {
      const { min, max } = DEFAULT_SIGNALS[channel.channel_type]
      return { ...channel, min: channel.min ?? min, max: channel.max ?? max }
    })
    .prefault({})
}

const Channels = z.looseObject({
  1: channelOf(1),
  2: channelOf(2),
  3: channelOf(3),
  4: channelOf(4),
  5: channelOf(5),
  6: channelOf(6),
  7: channelOf(7),
  8: channelOf(8),
  9: channelOf(9),
  10: channelOf(10),
  11: channelOf(11),
  12: channelOf(12),
})

const Bus = z.looseObject({
  /** One of `BUS_IDS`. Others are kept, and not shown. */
  bus_id: z.string().max(100),
  channels: Channels.prefault({}),
})

export const BusConfiguration = z
  .looseObject({
    /** The boards that are connected. */
    buses: z.array(Bus).max(16),
  })
  .refine(({ buses }) => new Set(buses.map(({ bus_id: id }) => id)).size === buses.length, {
    path: ['buses'],
    message: 'fields.bus-twice',
  })

/** What a gateway answers to `ListConfigInfo`, and gets with `UpdateConfig`. */
export type BusConfiguration = z.output<typeof BusConfiguration>
export type Bus = z.output<typeof Bus>
export type Channel = Bus['channels'][ChannelNumber]

/** Reads what a gateway answered, or gets. */
export function readBusConfiguration(payload: unknown): ReadConfiguration<BusConfiguration> {
  return readConfiguration(BusConfiguration, payload, (path) => channelPlace(payload, path))
}

function channelPlace(payload: unknown, [buses, bus, channels, number]: readonly PropertyKey[]): string | undefined {
  if (buses !== 'buses' || typeof bus !== 'number') return undefined
  const id = busIdAt(payload, bus) ?? `Bus ${bus + 1}`
  return channels === 'channels' && number !== undefined ? `Channel ${String(number)} of ${id}` : id
}

function busIdAt(payload: unknown, place: number): string | undefined {
  const ids = z.object({ buses: z.array(z.object({ bus_id: z.string().max(100) })) })
  const value: unknown = typeof payload === 'string' ? JSON.parse(payload) : payload
  return ids.safeParse(value).data?.buses[place]?.bus_id
}

/** Channels 1 to 8 are voltage inputs, 9 to 12 current inputs. */
export function typeOfNumber(number: ChannelNumber): ChannelType {
  return number <= 8 ? 'Voltage' : 'Current'
}

/** The board with this id; undefined where it is not connected. */
export function findBus({ buses }: BusConfiguration, id: BusId): Bus | undefined {
  return buses.find((bus) => bus.bus_id === id)
}

/** The configuration with another channel in place of one. */
export function withChannel(
  configuration: BusConfiguration,
  { bus: id, number }: { readonly bus: BusId; readonly number: ChannelNumber },
  channel: Channel,
): BusConfiguration {
  const buses = configuration.buses.map((bus) =>
    bus.bus_id === id ? { ...bus, channels: { ...bus.channels, [number]: channel } } : bus,
  )
  return { ...configuration, buses }
}

/** A channel is wired when its scale says something. */
export function isWired({ scale: { min, max, offset } }: Pick<Channel, 'scale'>): boolean {
  return min !== 0 || max !== 0 || offset !== 0
}

const CHANNEL_COLOURS = ['green', 'red', 'grey'] as const
type ChannelColour = (typeof CHANNEL_COLOURS)[number]

/** Green: wired and enabled; red: wired and disabled; grey: unwired. */
export function channelColour(channel: Pick<Channel, 'scale' | 'enabled'>): ChannelColour {
  if (!isWired(channel)) return 'grey'
  return channel.enabled ? 'green' : 'red'
}

/** The fields in which a channel may have its values, the first one that is there counts: those of `can0` come without its name too. */
export function channelFields(bus: BusId, number: ChannelNumber): readonly string[] {
  const own = `${bus}_channel_${number}`
  return bus === 'can0' ? [own, `channel_${number}`] : [own]
}
