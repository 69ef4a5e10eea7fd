import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileText, compileTexts } from './compile-text.ts'
import { createFormat } from './format-text.ts'
import { toPseudo } from './pseudo-texts.ts'
import type { Texts } from './texts-of.ts'

const english = {
  'test.plain': "Don't stop",
  'test.count': '{count, plural, one {# unit} other {# units}} of {entity}',
  'test.link': 'Open <link>Settings</link>',
} as const

describe('a text', () => {
  it('is written by the rules of its locale', () => {
    const text = compileText('test.count', '{count, plural, one {# Gerät} other {# Geräte}}')

    assert.equal(createFormat('de')(text, { count: 1 }), '1 Gerät')
    assert.equal(createFormat('de')(text, { count: 12_345 }), '12.345 Geräte')
    assert.equal(createFormat('en')(text, { count: 12_345 }), '12,345 Geräte')
  })

  it('without variables stays a string, with an apostrophe as it is', () => {
    assert.equal(compileText('test.plain', english['test.plain']), "Don't stop")
  })

  it('with tags becomes its parts, each wrapped', () => {
    const text = compileText('test.link', english['test.link'])
    const link = (words: string[]) => ({ words })

    assert.deepEqual(createFormat('en')(text, { link }), ['Open ', { words: ['Settings'] }])
  })

  it('that is not ICU MessageFormat is refused by its id', () => {
    assert.throws(() => compileText('test.count', '{count, plural, one {#}'), /^SyntaxError: test\.count: /)
  })
})

describe('the types of texts', () => {
  const t = ((id: keyof typeof english, values?: object) =>
    String(createFormat('en')(compileText(id, english[id]), values))) as unknown as Texts<typeof english>

  it('know the ids, the variables and their types', () => {
    assert.equal(t('test.plain'), "Don't stop")
    assert.equal(t('test.count', { count: 2, entity: 'Northwind' }), '2 units of Northwind')
    const wrong = () => {
      // @ts-expect-error: there is no such text
      t('test.plian')
      // @ts-expect-error: a variable is missing
      t('test.count', { count: 2 })
      // @ts-expect-error: a count is a number
      t('test.count', { count: '2', entity: 'Northwind' })
      // @ts-expect-error: without its variables
      t('test.count')
      // @ts-expect-error: it has a tag, and is no string
      t('test.link', {})
    }
    assert.equal(typeof wrong, 'function')
  })
})

describe('the pseudo-locales', () => {
  const compiled = compileTexts(english)

  it('lengthen each text by two fifths, its variables and tags as they are', () => {
    const text = toPseudo(compiled, 'en-XA')['test.count'] ?? ''
    const plain = toPseudo(compiled, 'en-XA')['test.plain']

    assert.equal(typeof plain === 'string' && plain.length >= 14, true)
    assert.match(String(createFormat('en')(text, { count: 2, entity: 'Northwind' })), /^2 úñíťš .*Northwind$/)
  })

  it('write from right to left', () => {
    assert.equal(toPseudo(compiled, 'ar-XB')['test.plain'], "\u202eDon't stop\u202c")
  })
})
