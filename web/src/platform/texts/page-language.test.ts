import { describe, expect, it } from 'vitest'
import { decideLanguage } from './page-language.ts'

const HINTS = { asked: null, chosen: null, wanted: [] }

describe('the language of a page', () => {
  it('is English where nothing else is offered, in the region of the browser', () => {
    const page = decideLanguage({ ...HINTS, chosen: 'de', wanted: ['fr-CA', 'en-GB'] })

    expect(page).toEqual({ language: 'en', locale: 'en-GB', direction: 'ltr' })
  })

  it('can be asked for in the address before it is offered', () => {
    expect(decideLanguage({ ...HINTS, asked: 'de', wanted: ['de-AT'] })).toMatchObject({
      language: 'de',
      locale: 'de-AT',
    })
  })

  it('is a pseudo-locale when the address asks for one, from right to left where that is so', () => {
    expect(decideLanguage({ ...HINTS, asked: 'en-XA' }).direction).toBe('ltr')
    expect(decideLanguage({ ...HINTS, asked: 'ar-XB' })).toMatchObject({ language: 'ar-XB', direction: 'rtl' })
  })

  it('that nobody knows is ignored', () => {
    expect(decideLanguage({ ...HINTS, asked: 'xx', chosen: 'yy', wanted: ['zz'] }).language).toBe('en')
  })
})
