import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { writeLetter } from './write-letter.ts'

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
