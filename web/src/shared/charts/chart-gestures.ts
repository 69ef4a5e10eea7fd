import type UPlot from 'uplot'
import { moved, stretched } from './chart-window.ts'
import type { TimeRange } from '@fieldwatch/contract/time/times'

interface GestureOptions {
  /** What can be shown at most. */
  bounds: () => TimeRange
  onZoom: (span: TimeRange) => void
}

/** A notch of a wheel stretches by a bit more than a tenth. */
const WHEEL_RATE = 0.0012

/**
 * Zooming by wheel and fingers. The wheel zooms a chart that has the focus, or with Ctrl as a touchpad's pinch sends it;
 * otherwise it scrolls the page. One finger moves the cursor sideways, two fingers zoom.
 */
export function attachGestures(plot: UPlot, { bounds, onZoom }: GestureOptions): () => void {
  const { over } = plot
  const fingers = new Map<number, number>()
  let pinch: { span: TimeRange; distance: number; around: number } | undefined
  const off = new AbortController()
  const { signal } = off

  function span(): TimeRange {
    const { min = 0, max = 1 } = plot.scales['x'] ?? {}
    return { from: min, to: max }
  }

  function timeAt(clientX: number): number {
    return plot.posToVal(clientX - over.getBoundingClientRect().left, 'x')
  }

  function wheel(event: WheelEvent): void {
    const focused = plot.root.parentElement?.contains(document.activeElement) === true
    if (!event.ctrlKey && !event.metaKey && !focused) return
    event.preventDefault()
    const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY)
    if (sideways) return onZoom(moved(span(), { share: event.deltaX / over.clientWidth, bounds: bounds() }))
    const factor = Math.exp(event.deltaY * WHEEL_RATE * (event.ctrlKey ? 5 : 1))
    onZoom(stretched(span(), { around: timeAt(event.clientX), factor, bounds: bounds() }))
  }

  function fingerDown(event: PointerEvent): void {
    if (event.pointerType !== 'touch') return
    fingers.set(event.pointerId, event.clientX)
    const [first, second] = [...fingers.values()]
    if (first === undefined || second === undefined) return moveCursor(event.clientX)
    pinch = { span: span(), distance: Math.max(1, Math.abs(first - second)), around: timeAt((first + second) / 2) }
  }

  function fingerMove(event: PointerEvent): void {
    if (!fingers.has(event.pointerId)) return
    fingers.set(event.pointerId, event.clientX)
    const [first, second] = [...fingers.values()]
    if (pinch === undefined || first === undefined || second === undefined) return moveCursor(event.clientX)
    const factor = pinch.distance / Math.max(1, Math.abs(first - second))
    onZoom(stretched(pinch.span, { around: pinch.around, factor, bounds: bounds() }))
  }

  function fingerUp(event: PointerEvent): void {
    fingers.delete(event.pointerId)
    if (fingers.size < 2) pinch = undefined
  }

  function moveCursor(clientX: number): void {
    plot.setCursor({ left: clientX - over.getBoundingClientRect().left, top: 0 })
  }

  over.addEventListener('wheel', wheel, { signal, passive: false })
  over.addEventListener('pointerdown', fingerDown, { signal })
  over.addEventListener('pointermove', fingerMove, { signal })
  over.addEventListener('pointerup', fingerUp, { signal })
  over.addEventListener('pointercancel', fingerUp, { signal })
  return () => off.abort()
}
