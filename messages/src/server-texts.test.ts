import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textsIn } from './server-texts.ts'

test('a recipient reads their own language', () => {
  const values = { code: '1234', minutes: 5 }

  assert.match(textsIn('de')('account.sms-code', values), /^1234 ist Ihr Fieldwatch-Code\. Er ist 5 Minuten gültig\./)
  assert.match(textsIn('fr')('account.sms-code', values), /^1234 est votre code/)
  assert.match(textsIn('es')('account.sms-code', values), /^1234 es su código/)
  assert.match(textsIn('en')('account.sms-code', values), /^1234 is your Fieldwatch code/)
})
