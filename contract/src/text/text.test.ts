import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { Email } from '../people/email.ts'
import { line, longText } from './text.ts'
import { ZonedTime } from '../time/times.ts'
import { sentence } from './sentence.ts'

const Named = z.object({ name: line(20).min(1, 'fields.enter-name'), description: longText(40).optional() })

const messageOf = (shape: z.ZodType, value: unknown): string | undefined =>
  shape.safeParse(value).error?.issues[0]?.message

const UNFIT = sentence('fields.unfit', { field: 'fields.name.name' })

describe('a name', () => {
  for (const [what, name] of [
    ['letters of any language', 'Čerpadlo №7 — 水泵'],
    ['letters that are written from right to left', 'مضخة \u200F7'],
    ['a flag and a family of emoji', '🇸🇪 👩‍👩‍👧'],
  ] as const) {
    it(`may have ${what}`, () => {
      assert.equal(Named.parse({ name }).name, name)
    })
  }

  it('loses the blanks around it, those without a width included', () => {
    assert.equal(Named.parse({ name: ' \u200B\uFEFFPump 7\u200B\n' }).name, 'Pump 7')
  })

  for (const [what, name, message] of [
    ['half of a surrogate pair', 'Pump \uD800', UNFIT],
    ['a NUL', 'Pump\u0000', UNFIT],
    ['an escape', 'Pump \u001B[2J', UNFIT],
    ['a direction turned round', 'Pump \u202E7', UNFIT],
    ['an isolate that is left open', 'Pump \u20677', UNFIT],
    ['a line break', 'Pump\n7', sentence('fields.one-line', { field: 'fields.name.name' })],
    ['a line separator', 'Pump\u20287', sentence('fields.one-line', { field: 'fields.name.name' })],
    ['nothing but a space without a width', '\u200B', 'fields.enter-name'],
    ['nothing but joiners and fillers', '\u200D\u3164\u2800', 'fields.enter-name'],
    ['too many characters', 'x'.repeat(21), sentence('fields.too-long', { field: 'fields.name.name', count: 20 })],
  ] as const) {
    it(`cannot have ${what}`, () => {
      assert.equal(messageOf(Named, { name }), message)
    })
  }
})

describe('a longer text', () => {
  it('may have several lines and tabs', () => {
    const description = 'One\n\tTwo\r\n'

    assert.equal(Named.parse({ name: 'x', description }).description, description)
  })

  it('cannot have what cannot be kept or shown', () => {
    for (const description of ['\uDC00', 'a\u0000', '\u202Eabc', '\u0007']) {
      const message = sentence('fields.unfit', { field: 'fields.name.description' })
      assert.equal(messageOf(Named, { name: 'x', description }), message)
    }
  })
})

describe('an email address', () => {
  for (const address of ['nora@northwind.example', 'n.o+tag@a-b.example', "o'neil@localhost", 'x@xn--p1ai.xn--p1ai']) {
    it(`can be ${address}`, () => {
      assert.equal(Email.parse(` ${address.toUpperCase()} `), address)
    })
  }

  for (const address of [
    '<a@b.c>',
    'Nora <a@b.c>',
    'a@b.c,d@e.f',
    'a@b.c\nbcc:d@e.f',
    'a b@c.d',
    '.a@b.c',
    'a..b@c.d',
    'a.@b.c',
    'a@b..c',
    'a@-b.c',
    'a@',
    '@b.c',
    'a@b@c.d',
    'a\u202E@b.c',
  ]) {
    it(`cannot be ${JSON.stringify(address)}`, () => {
      assert.equal(messageOf(Email, address), 'fields.enter-address')
    })
  }
})

it('A text of a million blanks between two letters is judged as quickly as any', () => {
  assert.equal(messageOf(line(10), `a${' '.repeat(1_000_000)}b`), messageOf(line(10), 'x'.repeat(1_000_002)))
})

describe('a time', () => {
  for (const [text, message] of [
    ['2026-11-21T08:00:00Z', undefined],
    ['1970-01-01T00:00:00Z', undefined],
    ['9999-12-31T23:59:59.999Z', undefined],
    ['9999-12-31T23:59:59-12:00', 'fields.time-range'],
    ['1970-01-01T00:00:00+01:00', 'fields.time-range'],
    ['0075-01-01T00:00:00Z', 'fields.time-range'],
    ['2026-11-21', 'fields.time-format'],
  ] as const) {
    it(`${text} is ${message === undefined ? 'taken' : 'refused'}`, () => {
      assert.equal(messageOf(ZonedTime, text), message)
    })
  }
})
