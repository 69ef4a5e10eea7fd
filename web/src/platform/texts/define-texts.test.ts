import { describe, expect, it } from 'vitest'
import { defineTexts, textsArrived } from './define-texts.ts'

describe('the texts of a room', () => {
  it('are those of the file of the language of the page', async () => {
    const t = defineTexts<{ readonly 'hall.title': 'Hall' }>({
      '/../messages/src/hall/de.json': async () => ({ default: { 'hall.title': 'Halle' } }),
      '/../messages/src/hall/en.ts': async () => ({ texts: { 'hall.title': 'Hall' } }),
    })

    await textsArrived()

    expect(t('hall.title')).toBe('Hall')
  })

  it('are missing loudly where the pattern of their files finds none', () => {
    expect(() => defineTexts({})).toThrow('A room has no files of texts')
  })

  it('are waited for', () => {
    const t = defineTexts<{ readonly 'attic.title': 'Attic' }>({
      '/../messages/src/attic/en.ts': async () => ({ texts: { 'attic.title': 'Attic' } }),
    })

    expect(() => t('attic.title')).toThrow('The text attic.title of attic has not arrived')
  })
})
