import type { Locator } from '@playwright/test'

interface Browser {
  getComputedStyle: (element: unknown) => { getPropertyValue: (name: string) => string }
}

/** What people call the colour in which a part of the page is drawn. */
export async function colourOf(part: Locator, property: 'border-top-color' | 'fill'): Promise<string> {
  // The compiler of the journeys does not know the browser, in which this runs.
  const read = (element: unknown, name: string): string =>
    (globalThis as unknown as Browser).getComputedStyle(element).getPropertyValue(name)
  const text = await part.evaluate(read, property)
  const [red = 0, green = 0, blue = 0] = (text.match(/[\d.]+/g) ?? []).map(Number)
  if (Math.max(red, green, blue) - Math.min(red, green, blue) < 40) return 'grey'
  return green > red && green > blue ? 'green' : red > green && red > blue ? 'red' : text
}
