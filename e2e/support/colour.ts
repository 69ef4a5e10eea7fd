import type { Locator } from '@playwright/test'

/** What people call the colour in which a part of the page is drawn. */
export async function colourOf(part: Locator, property: 'border-top-color' | 'fill'): Promise<string> {
  // The compiler of the journeys does not know the browser.
  const read = `getComputedStyle(element).getPropertyValue('${property}')`
  const text = String(await part.evaluate(new Function('element', `return ${read}`) as (element: unknown) => string))
  const [red = 0, green = 0, blue = 0] = (text.match(/[\d.]+/g) ?? []).map(Number)
  if (Math.max(red, green, blue) - Math.min(red, green, blue) < 40) return 'grey'
  return green > red && green > blue ? 'green' : red > green && red > blue ? 'red' : text
}
