import { describe, expect, it } from 'vitest'
import { isOnContent } from './map-libre-long-press.ts'

/** A press on an element, as it arrives at the map. */
function pressOn(element: Element): boolean | undefined {
  let answer: boolean | undefined
  element.addEventListener('click', (event) => (answer = isOnContent(event)), { once: true })
  element.dispatchEvent(new MouseEvent('click'))
  return answer
}

describe('a press on a map', () => {
  it('is for a button of a marker, and for the map where a name lets it through to the marker', () => {
    const marker = document.createElement('div')
    marker.className = 'maplibregl-marker'
    const button = marker.appendChild(document.createElement('button'))
    const card = document.createElement('div')
    card.className = 'maplibregl-popup'

    expect(pressOn(button)).toBe(true)
    expect(pressOn(card)).toBe(true)
    expect(pressOn(marker)).toBe(false)
  })
})
