import { describe, expect, it } from 'vitest'
import { LIVE_WINDOW_MS } from '#shared/charts/chart-window.ts'
import { detailToRead } from './detail.ts'

const shown = { from: 1000, to: 2000 }
const reduced = { reduced: true, lengthMs: LIVE_WINDOW_MS }

describe('reading a detail', () => {
  it('is not needed when every record is there already', () => {
    expect(detailToRead(shown, { ...reduced, reduced: false }, undefined)).toBeUndefined()
  })

  it('is not needed for about the whole window', () => {
    expect(detailToRead({ from: 0, to: LIVE_WINDOW_MS }, reduced, undefined)).toBeUndefined()
  })

  it('takes a margin on either side', () => {
    expect(detailToRead(shown, reduced, undefined)).toEqual({ from: 500, to: 2500 })
  })

  it('is not repeated while the one at hand covers what is shown with every record', () => {
    expect(detailToRead(shown, reduced, { span: { from: 0, to: 90_000 }, reduced: false })).toBeUndefined()
  })

  it('is repeated when the one at hand is too coarse or ends before what is shown', () => {
    const coarse = { span: { from: 0, to: 90_000 }, reduced: true }
    const beside = { span: { from: 1500, to: 9000 }, reduced: false }

    expect(detailToRead(shown, reduced, coarse)).toEqual({ from: 500, to: 2500 })
    expect(detailToRead(shown, reduced, beside)).toEqual({ from: 500, to: 2500 })
  })

  it('is not repeated after a small move', () => {
    const detail = { span: { from: 500, to: 2500 }, reduced: true }

    expect(detailToRead({ from: 1200, to: 2200 }, reduced, detail)).toBeUndefined()
  })
})
