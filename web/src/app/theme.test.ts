import { px } from '@mantine/core'
import { describe, expect, it } from 'vitest'
import { theme } from './theme.ts'

describe('the theme', () => {
  // spec 1-9-12
  it('has #FF8800 as its colour unless another is chosen', () => {
    const { primaryColor = '', primaryShade, colors = {} } = theme

    expect(primaryShade).toBe(6)
    expect(colors[primaryColor]?.[6]).toBe('#ff8800')
  })

  // spec 1-9-27
  it('breaks for phones at 640 and 768 px', () => {
    expect(px(theme.breakpoints?.sm)).toBe(640)
    expect(px(theme.breakpoints?.md)).toBe(768)
  })
})
