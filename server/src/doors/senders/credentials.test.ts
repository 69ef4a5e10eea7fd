import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readToken } from './credentials.ts'

const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`

const CASES: readonly [string, string | undefined, string, string | undefined][] = [
  ['a bearer token', 'Bearer fw_a', '', 'fw_a'],
  ['a token of InfluxDB 2', 'Token fw_a', '', 'fw_a'],
  ['user and token of InfluxDB 1.8', 'token tank:fw_a', '', 'fw_a'],
  ['user and password', basic('tank:fw_a'), '', 'fw_a'],
  ['a password alone', basic(':fw_a'), '', 'fw_a'],
  ['a token as the user', basic('fw_a'), '', 'fw_a'],
  ['user and password in the query', undefined, 'u=tank&p=fw_a', 'fw_a'],
  ['a token in the query', undefined, 'db=x&token=fw_a', 'fw_a'],
  ['the header before the query', 'Bearer fw_a', 'token=fw_b', 'fw_a'],
  ['nothing', undefined, 'db=x', undefined],
  ['an empty token', undefined, 'token=', undefined],
  ['an unknown scheme', 'Digest fw_a', '', undefined],
  ['a token without an end', `Bearer ${'a'.repeat(100_000)}`, '', undefined],
]

describe('the token of a sender', () => {
  for (const [what, authorization, query, expected] of CASES) {
    it(`is ${what}`, () => {
      assert.equal(readToken({ authorization, query: new URLSearchParams(query) }), expected)
    })
  }
})
