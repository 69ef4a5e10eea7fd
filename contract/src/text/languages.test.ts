import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chooseLanguage, LANGUAGES, readAcceptLanguage } from './languages.ts'

describe('the language of a person', () => {
  it('is the first wanted one that is offered, whatever its region', () => {
    assert.equal(chooseLanguage(['it', 'de-AT', 'fr'], LANGUAGES), 'de')
    assert.equal(chooseLanguage([null, undefined, 'ES'], LANGUAGES), 'es')
  })

  it('is English where none is offered', () => {
    assert.equal(chooseLanguage(['it', 'deutsch', ''], LANGUAGES), 'en')
    assert.equal(chooseLanguage(['de'], ['en']), 'en')
  })

  it('is read from Accept-Language by weight', () => {
    assert.deepEqual(readAcceptLanguage('en;q=0.5, de-CH, fr;q=0.9, it;q=0, *;q=0.1'), ['de-CH', 'fr', 'en', '*'])
  })

  it('of a header that makes no sense is none', () => {
    assert.deepEqual(readAcceptLanguage(',;;q=x,de;q=no'), [])
    assert.equal(readAcceptLanguage('de,'.repeat(100_000)).length < 200, true)
  })
})
