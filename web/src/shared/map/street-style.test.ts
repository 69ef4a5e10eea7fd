import { expect, it } from 'vitest'
import type { BaseMapColours } from './base-style.ts'
import { streetLayers, streetStyle } from './street-style.ts'

const colours: BaseMapColours = { water: '#001', land: '#002', line: '#003', label: '#004', title: '#005' }
const streets = {
  minZoom: 0,
  maxZoom: 15,
  bounds: [-2, 55, -1, 56] as [number, number, number, number],
  attribution: '© OpenStreetMap',
}

it('draws streets with the fonts of the browser, and loads no fonts or pictures', () => {
  const style = streetStyle('https://portal.example', streets, colours, 'light')
  const text = JSON.stringify(
    style.layers.map((layer) => ('layout' in layer ? layer.layout?.['text-font' as never] : '')),
  )

  expect([style.glyphs, style.sprite]).toEqual([undefined, undefined])
  expect(JSON.stringify(style)).not.toContain('icon-image')
  expect(text).toContain('Inter Variable')
  expect(text).not.toContain('Noto')
})

it('has names of its own inside what it covers, and those of the base map elsewhere', () => {
  const layers = streetLayers(streets, colours, 'light')
  const filterOf = (end: string) => {
    const layer = layers.find(({ id }) => id.endsWith(` ${end}`))
    return JSON.stringify(layer !== undefined && 'filter' in layer ? layer.filter : undefined)
  }

  expect(filterOf('places_locality')).toMatch(/^\["all",\["==",\["get","kind"\],"locality"\],\["within",/)
  expect(filterOf('place')).toMatch(/^\["!",\["within",/)
})

it('has the same layers in both schemes, with other colours', () => {
  const [light, dark] = (['light', 'dark'] as const).map((scheme) => streetLayers(streets, colours, scheme))

  expect(dark?.map(({ id }) => id)).toEqual(light?.map(({ id }) => id))
  expect(new Set(light?.map(({ id }) => id)).size).toBe(light?.length)
  expect(dark).not.toEqual(light)
})
