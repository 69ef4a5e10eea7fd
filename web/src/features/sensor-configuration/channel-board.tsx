import {
  type Bus,
  type Channel,
  CHANNEL_NUMBERS,
  channelColour,
  type ChannelNumber,
  isWired,
} from '@fieldwatch/contract/sensors/sensor-buses'
import { useElementSize } from '@mantine/hooks'
import type { KeyboardEvent } from 'react'
import { boardLayout, shortened, TEXT_START } from './board-layout.ts'
import { ageText, channelLabel, readingText } from './channel-text.ts'
import type { FieldReading } from './channel-values.ts'
import classes from './channel-board.module.css'
import { t } from './texts.ts'

interface ChannelBoardProps {
  bus: Bus
  /** What a channel reads now. */
  readingOf: (number: ChannelNumber) => FieldReading | undefined
  now: number
  onOpen: (number: ChannelNumber) => void
}

/** Drawn before its place was measured. */
const USUAL_WIDTH = 960

/** The picture of the 12 input channels of a board; each opens when it is pressed. */
export function ChannelBoard({ bus, readingOf, now, onOpen }: ChannelBoardProps) {
  const { ref, width } = useElementSize()
  const { strips, channels, characters, ...size } = boardLayout(width === 0 ? USUAL_WIDTH : width)
  return (
    <div ref={ref} className={classes['place']}>
      <svg
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing has no fieldset
        role="group"
        aria-label={t('sensor-configuration.bus.channels', { bus: bus.bus_id })}
        viewBox={`0 0 ${size.width} ${size.height}`}
        className={classes['board']}
      >
        {strips.map(({ type, ...box }) => (
          <g key={type} aria-hidden="true">
            <rect {...box} rx={8} className={classes['strip']} />
            <text x={box.x + 12} y={box.y + 19} className={classes['type']}>
              {t(`sensor-configuration.inputs.${type}`)}
            </text>
          </g>
        ))}
        {CHANNEL_NUMBERS.map((number) => {
          const box = channels.get(number)
          if (box === undefined) return undefined
          return (
            <Terminal
              key={number}
              number={number}
              channel={bus.channels[number]}
              reading={readingOf(number)}
              now={now}
              box={box}
              characters={characters}
              onOpen={onOpen}
            />
          )
        })}
      </svg>
    </div>
  )
}

interface TerminalProps extends Pick<ChannelBoardProps, 'now' | 'onOpen'> {
  number: ChannelNumber
  channel: Channel
  reading: FieldReading | undefined
  box: { x: number; y: number; width: number; height: number }
  characters: number
}

/** One channel: its terminal with the wire in it, its name, its state, and its reading. */
function Terminal({ number, channel, reading, now, box, characters, onOpen }: TerminalProps) {
  const colour = channelColour(channel)
  const shown = isWired(channel) ? reading : undefined
  const age = shown === undefined ? undefined : ageText(shown, channel, now)
  const label = channelLabel(number, channel, shown, age)
  const state = t(`sensor-configuration.state.${colour}`)
  const lines = {
    name: shortened(`${number} ${channel.description}`, characters),
    state: shortened(age === undefined ? state : `${state}, ${age}`, characters),
    value: shown === undefined ? '' : shortened(readingText(shown, channel.scale.unit), characters),
  }
  return (
    <g className={classes['terminal']} data-colour={colour} transform={`translate(${box.x} ${box.y})`}>
      <g
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing has no button
        role="button"
        tabIndex={0}
        aria-haspopup="dialog"
        aria-label={label}
        className={classes['button']}
        onClick={() => onOpen(number)}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter' && event.key !== ' ') return
          event.preventDefault()
          if (!event.repeat) onOpen(number)
        }}
      >
        <title>{label}</title>
        <rect width={box.width} height={box.height} rx={8} className={classes['frame']} />
      </g>
      <g aria-hidden="true" className={classes['drawing']}>
        <g transform="translate(28 44)">
          {colour === 'grey' ? undefined : <path d="M0 -44V-15" className={classes['wire']} />}
          <circle r={15} className={classes['screw']} />
          <path d={MARKS[colour]} className={classes['mark']} />
        </g>
        <text x={TEXT_START} y={28} className={classes['name']}>
          {lines.name}
        </text>
        <text x={TEXT_START} y={50} className={classes['state']}>
          {lines.state}
        </text>
        <text x={TEXT_START} y={74} className={classes['value']}>
          {lines.value}
        </text>
      </g>
    </g>
  )
}

/** A tick, a cross, and the slot of an empty terminal: what a colour says is never said by it alone. */
const MARKS = {
  green: 'M-6 0L-2 5L7 -5',
  red: 'M-5 -5L5 5M5 -5L-5 5',
  grey: 'M-6 0H6',
} as const
