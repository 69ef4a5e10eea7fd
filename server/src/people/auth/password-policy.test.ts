import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isWeakPassword } from './password-policy.ts'

const EMAIL = 'nora.lindqvist@northwind.example'

describe('a password', () => {
  const weak = [
    'short',
    'Password123',
    'PASSWORDPASSWORD',
    'qwertyuiop',
    'Sunshine2026!',
    '1234567890',
    '9876543210',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    EMAIL,
    EMAIL.toUpperCase(),
    'nora.lindqvist1',
  ]
  for (const password of weak) {
    it(`like ${password} is refused`, () => assert.equal(isWeakPassword(password, EMAIL), true))
  }

  for (const password of ['three blue herons', 'fieldwatch-demo', 'kQ7#tyPw0x', 'wasserwerk nord 12']) {
    it(`like ${password} is taken`, () => assert.equal(isWeakPassword(password, EMAIL), false))
  }
})
