import type { Page } from '@playwright/test'
import { numberWhenThere } from './probe.ts'
import { dragOverChart } from './web-context.ts'

/** Times of one zoom, in milliseconds from letting go of the mouse. */
export interface Zoom {
  /** Until the range that was chosen is on the screen, drawn from what the page has. */
  readonly range: number
  /** Until what was read for that range is on the screen. */
  readonly detail: number
}

/** Parts of the chart that are zoomed to, one after the other: no detail of one serves another. */
const PARTS = [
  [0.4, 0.6],
  [0.05, 0.25],
  [0.7, 0.9],
] as const

/** Zooms by dragging, and back by a double click, over several parts of the first chart. */
export async function measureZooms(page: Page): Promise<Zoom[]> {
  const zooms: Zoom[] = []
  for (const part of PARTS) {
    await page.mouse.move(0, 0)
    const before = await labelsNow(page)
    const asked = await page.evaluate<number>('probe.answers.length')
    await dragOverChart(page, part)
    const range = await numberWhenThere(page, `probe.paintings.find(${drawnAsOther(before)})?.at`)
    const answered = await numberWhenThere(page, `probe.answers[${asked}]?.at`)
    const detail = await numberWhenThere(page, `probe.paintings.find(({ drawn }) => drawn >= ${answered})?.at`)
    const released = await page.evaluate<number>('probe.released')
    zooms.push({ range: range - released, detail: detail - released })
    const zoomed = await labelsNow(page)
    await page.locator('.u-over').first().dblclick()
    await numberWhenThere(page, `probe.paintings.find(${drawnAsOther(zoomed)})?.at`)
  }
  return zooms
}

/** What is written at the axes of the chart. */
function labelsNow(page: Page): Promise<string> {
  return page.evaluate<string>('probe.paintings.at(-1).labels')
}

/** Whether a picture was drawn since the mouse was let go, with other words at its axes. */
function drawnAsOther(labels: string): string {
  return `({ drawn, labels }) => drawn >= probe.released && labels !== ${JSON.stringify(labels)}`
}
