import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ArgumentError, parseAdminArguments } from './admin-arguments.ts'

describe('the arguments of the admin command', () => {
  it('name a user to make, an admin by default', () => {
    assert.deepEqual(parseAdminArguments(['create', '--email', ' Nora@Northwind.Example', '--entity', 'Northwind']), {
      command: 'create',
      email: 'nora@northwind.example',
      entity: 'Northwind',
      'first-name': '',
      'last-name': '',
      role: 'admin',
    })
  })

  it('name a user to disable or to give a password', () => {
    assert.deepEqual(parseAdminArguments(['disable', '--email=a@b.example']), {
      command: 'disable',
      email: 'a@b.example',
    })
    assert.deepEqual(parseAdminArguments(['set-password', '--email=a@b.example', '--password=three blue herons']), {
      command: 'set-password',
      email: 'a@b.example',
      password: 'three blue herons',
    })
  })

  const refused: [string[], RegExp][] = [
    [[], /The command is missing/],
    [['destroy'], /The command is missing/],
    [['create', 'disable', '--email=a@b.example', '--entity=X'], /The command is missing/],
    [['create', '--email=a@b.example'], /--entity is missing/],
    [['create', '--email=nonsense', '--entity=X'], /--email: Enter an email address/],
    [['create', '--email=a@b.example', '--entity=X', '--role=owner'], /--role: /],
    [['create', '--email=a@b.example', '--entity=X', '--password=short'], /--password: .* 10 characters/],
    [['disable', '--email=a@b.example', '--role=admin'], /--role is not an option of this command/],
    [['disable', '--mail=a@b.example'], /--mail/],
  ]
  for (const [args, sentence] of refused) {
    // spec 1-6-01, 2-6-01
    it(`are refused with a sentence: ${args.join(' ') || 'none'}`, () => {
      assert.throws(
        () => parseAdminArguments(args),
        (error) => error instanceof ArgumentError && sentence.test(error.message),
      )
    })
  }
})
