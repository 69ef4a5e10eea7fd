import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sentence } from '@fieldwatch/contract/text/sentence'
import { compileText } from './compile-text.ts'
import { createSentenceWriter } from './write-sentences.ts'

const TEXTS: Readonly<Record<string, string>> = {
  'fields.most': '{field}: höchstens {count, plural, one {# Zeichen} other {# Zeichen}}.',
  'fields.types': '{field}: {types} erforderlich.',
  'fields.type.number': 'eine Zahl',
  'fields.type.list': 'eine Liste',
  'fields.required': 'Pflichtfeld.',
  'fields.named': 'Heißt {name}.',
  'fields.list': 'Liste: {names}',
  'answers.cell': '{field}: {problem}',
}

const write = createSentenceWriter(
  {
    find: (id) => (Object.hasOwn(TEXTS, id) ? compileText(id, TEXTS[id] ?? '') : undefined),
  },
  'de',
)

describe('a sentence', () => {
  it('is its id until it is written', () => {
    assert.equal(sentence('fields.required'), 'fields.required')
    assert.equal(write(sentence('fields.required')), 'Pflichtfeld.')
  })

  it('carries its values, written by the rules of the language', () => {
    assert.equal(write(sentence('fields.most', { field: 'Name', count: 1200 })), 'Name: höchstens 1.200 Zeichen.')
  })

  it('lists other sentences', () => {
    const types = { or: ['fields.type.number', 'fields.type.list'] }

    assert.equal(
      write(sentence('fields.types', { field: 'Wert', types })),
      'Wert: eine Zahl oder eine Liste erforderlich.',
    )
  })

  it('calls a field by the words of its name where the catalogue has none', () => {
    const field = 'fields.name.firstName'

    assert.equal(write(sentence('fields.most', { field, count: 2 })), 'First name: höchstens 2 Zeichen.')
  })

  it('writes the names in it as they are, whatever they are', () => {
    const names = { and: ['fields.required', 'A value is required.', 'fields.name.x'], rest: ['fields.required'] }

    for (const name of names.and) assert.equal(write(sentence('fields.named', { name })), `Heißt ${name}.`)
    assert.equal(
      write(sentence('fields.list', { names })),
      'Liste: fields.required, A value is required., fields.name.x und Pflichtfeld.',
    )
  })

  it('keeps the heading of a file that is like the id of a field', () => {
    const problem = sentence('fields.required')

    assert.equal(
      write(sentence('answers.cell', { field: 'fields.name.dataID', problem })),
      'fields.name.dataID: Pflichtfeld.',
    )
  })

  it('is any other text too, which stays as it is', () => {
    for (const text of [
      'Device not found',
      'fields.other',
      'fields.most{"field":',
      'fields.most{"count":1}',
      '{}',
      '',
    ]) {
      assert.equal(write(text), text)
    }
  })
})
