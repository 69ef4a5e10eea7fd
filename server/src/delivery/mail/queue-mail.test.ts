import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textsIn } from '@fieldwatch/messages/server-texts'
import { toGreeting, toMailName, writeLetter } from './queue-mail.ts'

describe('a letter', () => {
  const write = (language: string | null): { subject: string; body: string } =>
    writeLetter({ email: 'nora@northwind.example', firstName: 'Nora', language }, (t) => ({
      subject: t('account.reset.subject'),
      paragraphs: [t('account.reset.asked'), 'https://portal.example', t('account.reset.ignore')],
    }))

  for (const [language, greeting, subject] of [
    ['en', 'Hello Nora,', 'Choose a new password for Fieldwatch'],
    ['de', 'Guten Tag, Nora!', 'Neues Passwort für Fieldwatch wählen'],
    ['de-AT', 'Guten Tag, Nora!', 'Neues Passwort für Fieldwatch wählen'],
    ['fr', 'Bonjour Nora,', 'Choisir un nouveau mot de passe pour Fieldwatch'],
    ['es', 'Hola, Nora:', 'Elegir una nueva contraseña para Fieldwatch'],
    [null, 'Hello Nora,', 'Choose a new password for Fieldwatch'],
    ['xx', 'Hello Nora,', 'Choose a new password for Fieldwatch'],
  ] as const) {
    it(`is written in ${language ?? 'English where no language was chosen'}`, () => {
      const letter = write(language)

      assert.equal(letter.subject, subject)
      assert.ok(letter.body.startsWith(`${greeting}\n\n`), letter.body)
    })
  }

  it('has a blank line between its paragraphs', () => {
    assert.equal(write('en').body.split('\n\n')[2], 'https://portal.example')
  })
})

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
