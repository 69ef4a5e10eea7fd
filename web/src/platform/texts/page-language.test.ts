import { describe, expect, it } from 'vitest'
import { decideLanguage } from './page-language.ts'

const HINTS = { asked: null, chosen: null, wanted: [] }

describe('the language of a page', () => {
  it('is what was chosen, else the first that the browser wants and the portal has, in its region', () => {
    expect(decideLanguage({ ...HINTS, chosen: 'de', wanted: ['fr-CA', 'de-AT'] })).toEqual({
      language: 'de',
      locale: 'de-AT',
      direction: 'ltr',
    })
    expect(decideLanguage({ ...HINTS, wanted: ['it', 'fr-CA', 'en-GB'] })).toMatchObject({
      language: 'fr',
      locale: 'fr-CA',
    })
  })

  it('is English where the browser wants none that the portal has', () => {
    expect(decideLanguage({ ...HINTS, wanted: ['it', 'pt-BR'] })).toMatchObject({ language: 'en' })
  })

  it('can be asked for in the address', () => {
    expect(decideLanguage({ ...HINTS, asked: 'de', wanted: ['de-AT'] })).toMatchObject({
      language: 'de',
      locale: 'de-AT',
    })
  })

  it('is a pseudo-locale when the address asks for one, from right to left where that is so', () => {
    expect(decideLanguage({ ...HINTS, asked: 'en-XA' }).direction).toBe('ltr')
    expect(decideLanguage({ ...HINTS, asked: 'ar-XB' })).toMatchObject({ language: 'ar-XB', direction: 'rtl' })
  })

  it('that is not known is ignored', () => {
    expect(decideLanguage({ ...HINTS, asked: 'xx', chosen: 'yy', wanted: ['zz'] }).language).toBe('en')
  })
})
