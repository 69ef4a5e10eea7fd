import { moved, spanOf, stretched, zoomedTo, type ChartWindow } from './chart-window.ts'

type ChartAct = { type: 'window'; window: ChartWindow } | { type: 'cursor'; share: number } | { type: 'pin' }

interface ChartMoment {
  window: ChartWindow
  /** All that the chart can show. */
  extent: ChartWindow
  /** The time under the cursor, which zooming keeps in place. */
  around: number | undefined
  now: number
}

/** What a key does to a chart; undefined when it is none of the chart's. */
export function chartKey(
  {
    key,
    shiftKey,
    ctrlKey,
    metaKey,
    altKey,
  }: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  { window, extent, around, now }: ChartMoment,
): ChartAct | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  const span = spanOf(window, now)
  const bounds = spanOf(extent, now)
  const zoom = (factor: number): ChartAct => ({
    type: 'window',
    window: zoomedTo(stretched(span, { around: around ?? span.to, factor, bounds }), extent),
  })
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowRight': {
      const direction = key === 'ArrowLeft' ? -1 : 1
      if (!shiftKey) return { type: 'cursor', share: direction / 100 }
      return { type: 'window', window: zoomedTo(moved(span, { share: direction / 4, bounds }), extent) }
    }
    case '+':
    case '=':
      return zoom(0.5)
    case '-':
      return zoom(2)
    case 'Enter':
      return { type: 'pin' }
    case '0':
    case 'Escape':
      return { type: 'window', window: extent }
    default:
      return undefined
  }
}
