import type { Page } from '@playwright/test'
import { READ_MARK } from './marks.ts'

/** A picture of series on the screen. Times are milliseconds since the navigation. */
export interface Painting {
  /** When its first line was drawn. */
  readonly drawn: number
  /** When it was on the screen. */
  readonly at: number
  /** The legend has values: it is not the picture of an empty chart. */
  readonly filled: boolean
  /** What is written at the axes. */
  readonly labels: string
  /** The number of the newest record in it, for records that have one. */
  readonly mark: number
}

/**
 * What runs in every page that is measured, before the page itself: it notes when series were painted, when the server's
 * answers with series were there, and which tasks were long. A series is a stroke of a path; a frame later it is on the screen.
 */
export const PROBE = `
(() => {
  const probe = { paintings: [], answers: [], longTasks: [], released: 0 }
  window.probe = probe
  const readMark = ${READ_MARK}
  let labels = new Set()
  let pending = false
  function drew() {
    if (pending) return
    pending = true
    const drawn = performance.now()
    requestAnimationFrame(() => {
      const channel = new MessageChannel()
      channel.port1.onmessage = () => {
        pending = false
        const values = [...document.querySelectorAll('[data-value]')]
        const filled = values.some((value) => /\\d/.test(value.textContent))
        probe.paintings.push({ drawn, at: performance.now(), filled, labels: [...labels].join(' '), mark: readMark() })
        labels.clear()
      }
      channel.port2.postMessage(0)
    })
  }
  const { stroke, fillText } = CanvasRenderingContext2D.prototype
  CanvasRenderingContext2D.prototype.stroke = function (...path) {
    if (path.length > 0) drew()
    return stroke.apply(this, path)
  }
  CanvasRenderingContext2D.prototype.fillText = function (...text) {
    labels.add(text[0])
    return fillText.apply(this, text)
  }
  addEventListener('mouseup', (event) => { probe.released = event.timeStamp }, true)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) probe.longTasks.push({ at: entry.startTime, ms: entry.duration })
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const { name, startTime, responseEnd } of list.getEntries())
      if (name.includes('/series/')) probe.answers.push({ asked: startTime, at: responseEnd })
  }).observe({ type: 'resource', buffered: true })
})()`

/** Waits for the first picture with values; returns when it was on the screen. */
export function firstPainting(page: Page): Promise<number> {
  return numberWhenThere(page, 'probe.paintings.find(({ filled }) => filled)?.at')
}

/** Waits until a picture is on the screen in which all charts have the record with a number. */
export async function waitForMark(page: Page, number: number): Promise<void> {
  await numberWhenThere(page, `probe.paintings.find(({ mark }) => mark >= ${number})?.at`)
}

/** Pictures that were drawn since a moment of the page. */
export function paintingsSince(page: Page, since: number): Promise<Painting[]> {
  return page.evaluate<Painting[]>(`probe.paintings.filter(({ drawn }) => drawn >= ${since})`)
}

const LOOK_MILLISECONDS = 20
const PATIENCE_MILLISECONDS = 60_000

/** Waits in the page until an expression has a value: polling from outside would disturb it. */
export function numberWhenThere(page: Page, expression: string): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve, reject) => {
    const end = performance.now() + ${PATIENCE_MILLISECONDS}
    const look = () => {
      const value = ${expression}
      if (value !== undefined) resolve(value)
      else if (performance.now() > end) reject(new Error(${JSON.stringify(`the page never said ${expression}`)}))
      else setTimeout(look, ${LOOK_MILLISECONDS})
    }
    look()
  })`)
}

/** The longest task since a moment of the page, in milliseconds; 0 when none took 50 ms. */
export function longestTask(page: Page, since: number): Promise<number> {
  return page.evaluate<number>(`Math.max(0, ...probe.longTasks.filter(({ at }) => at >= ${since}).map(({ ms }) => ms))`)
}
