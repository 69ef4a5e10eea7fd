import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textsIn } from '@fieldwatch/messages/server-texts'
import { toGreeting, toMailName } from './mail-name.ts'

describe('a name in a mail', () => {
  const kept = [
    'Grace',
    "Conan O'Brien",
    'J. R. Ewing',
    'Müller-Lüdenscheidt',
    '王小明',
    'José (night shift)',
    'Smith & Sons, Ltd.',
  ]
  for (const name of kept) it(`keeps ${name}`, () => assert.equal(toMailName(name), name))

  const links: [string, string][] = [
    ['Win at evil.example', 'Win at evil example'],
    ['https://evil.example/a?b=c', 'https evil example a b c'],
    ['evil．example', 'evil example'],
    ['evil。example', 'evil example'],
    ['write to eve@evil.example', 'write to eve evil example'],
    ['[x](http://evil.example)', 'x (http evil example)'],
    ['<a href="//evil.example">', 'a href evil example'],
    ['two\nlines\u2028three', 'two lines three'],
  ]
  for (const [name, written] of links) {
    it(`writes ${JSON.stringify(name)} without a link`, () => assert.equal(toMailName(name), written))
  }

  it('is cut', () => assert.equal(toMailName('a'.repeat(1_000_000)).length, 60))

  it('is left out of the greeting when nothing of it is left', () => {
    const greetings = ['', '://', 'Grace'].map((name) => toGreeting(textsIn('en'), name))
    assert.deepEqual(greetings, ['Hello,', 'Hello,', 'Hello Grace,'])
    assert.equal(toGreeting(textsIn('de'), 'Grace'), 'Guten Tag, Grace!')
  })
})
