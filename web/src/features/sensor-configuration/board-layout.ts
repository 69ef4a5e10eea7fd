import {
  CHANNEL_NUMBERS,
  type ChannelNumber,
  type ChannelType,
  typeOfNumber,
} from '@fieldwatch/contract/sensors/sensor-buses'

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface BoardLayout {
  readonly width: number
  readonly height: number
  /** A strip of terminals for each type of channel. */
  readonly strips: readonly (Box & { readonly type: ChannelType })[]
  readonly channels: ReadonlyMap<ChannelNumber, Box>
  /** How many characters fit into a line of a channel. */
  readonly characters: number
}

const PADDING = 12
const GAP = 8
const LABEL = 28
const CHANNEL_HEIGHT = 88
/** Below this width a line of four channels is too narrow to be read. */
const FOUR_FROM = 640
const NARROWEST = 240
/** Where the text of a line of a channel begins, and the width of a character. */
export const TEXT_START = 52
const CHARACTER = 7.4

/** Where the channels of a board are drawn on a picture of this width: four to a line, two on a phone. */
export function boardLayout(given: number): BoardLayout {
  const width = Math.max(NARROWEST, given)
  const columns = width < FOUR_FROM ? 2 : 4
  const channelWidth = (width - 2 * PADDING - (columns - 1) * GAP) / columns
  const strips: (Box & { type: ChannelType })[] = []
  const channels = new Map<ChannelNumber, Box>()
  let top = 0
  for (const type of ['Voltage', 'Current'] as const) {
    const numbers = CHANNEL_NUMBERS.filter((number) => typeOfNumber(number) === type)
    for (const [place, number] of numbers.entries()) {
      const [line, column] = [Math.floor(place / columns), place % columns]
      channels.set(number, {
        x: PADDING + column * (channelWidth + GAP),
        y: top + LABEL + line * (CHANNEL_HEIGHT + GAP),
        width: channelWidth,
        height: CHANNEL_HEIGHT,
      })
    }
    const lines = Math.ceil(numbers.length / columns)
    const height = LABEL + lines * (CHANNEL_HEIGHT + GAP) - GAP + PADDING
    strips.push({ type, x: 0, y: top, width, height })
    top += height + PADDING
  }
  const characters = Math.floor((channelWidth - TEXT_START - GAP) / CHARACTER)
  return { width, height: top - PADDING, strips, channels, characters }
}

/** A text that has no more characters than fit. */
export function shortened(text: string, characters: number): string {
  return text.length <= characters ? text : `${text.slice(0, Math.max(1, characters - 1)).toWellFormed()}…`
}
