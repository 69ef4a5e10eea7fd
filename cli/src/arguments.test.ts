import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseArguments, USAGE } from './arguments.ts'
import { findConnection, readToken } from './portal/stored-connection.ts'
import { UsageError } from './usage-error.ts'

describe('the arguments of fieldwatch', () => {
  const refused: readonly [readonly string[], RegExp][] = [
    [['fly'], /^Name a command\.$/],
    [['units', '--force'], /--force/],
    [['units', '--limit', '5'], /^--limit is not an option of this command\.$/],
    [['units', 'extra'], /^extra: one argument too many\.$/],
    [['records', 'tank-1'], /^SOURCE is missing\.$/],
    [['records', 'a b', 'tank'], /^UNIT: A dataID is/],
    [['records', 'tank-1', 'tank', '--limit', '0'], /^--limit: /],
    [['apply'], /^FOLDER is missing\.$/],
    [['sign-in'], /^--url is missing\.$/],
    [['export', 'tank-1', 'tank', '--out', 'x', '--format', 'doc'], /^--format: /],
  ]
  for (const [args, message] of refused) {
    it(`are refused as ${args.join(' ')}`, () => {
      assert.throws(
        () => parseArguments(args),
        (error: Error) => error instanceof UsageError && message.test(error.message),
      )
    })
  }

  it('of send are values after the unit and the source', () => {
    assert.deepEqual(parseArguments(['send', 'tank-1', 'tank', 'level=1', 'state=ok', '--json']), {
      command: 'send',
      unit: 'tank-1',
      source: 'tank',
      values: ['level=1', 'state=ok'],
      json: true,
    })
  })

  it('are described for each command', () => {
    for (const name of ['sign-in', 'sign-out', 'units', 'latest', 'records', 'export', 'send', 'pull', 'plan', 'apply'])
      assert.match(USAGE, new RegExp(`^ {2}${name}\\b`, 'm'))
  })
})

describe('the connection', () => {
  it('is that of the environment, whole', async () => {
    const connection = await findConnection({
      FIELDWATCH_URL: 'https://a.example/portal/',
      FIELDWATCH_TOKEN: ' fwp_x\n',
    })

    assert.deepEqual(connection, { url: 'https://a.example/portal', token: 'fwp_x' })
    await assert.rejects(findConnection({ FIELDWATCH_URL: 'https://a.example' }), /^UsageError: Set both/)
    const wrong = { FIELDWATCH_URL: 'ftp://a.example', FIELDWATCH_TOKEN: 'fwp_x' }
    await assert.rejects(findConnection(wrong), /is not the address of a portal/)
  })

  it('takes tokens for programs only', () => {
    for (const token of ['', 'secret', 'Bearer fwp_x', 'fwp_a b']) assert.throws(() => readToken(token), UsageError)
  })
})
