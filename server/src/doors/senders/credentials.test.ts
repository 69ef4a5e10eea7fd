import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readCredentials } from './credentials.ts'

const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`

const CASES: readonly [string, string | undefined, string, { token: string; name: string | undefined } | undefined][] =
  [
    ['a bearer token', 'Bearer fw_a', '', { token: 'fw_a', name: undefined }],
    ['a token of InfluxDB 2', 'Token fw_a', '', { token: 'fw_a', name: undefined }],
    ['user and token of InfluxDB 1.8', 'token tank:fw_a', '', { token: 'fw_a', name: 'tank' }],
    ['user and password', basic('tank:fw_a'), '', { token: 'fw_a', name: 'tank' }],
    ['a password alone', basic(':fw_a'), '', { token: 'fw_a', name: undefined }],
    ['a token as the user', basic('fw_a'), '', { token: 'fw_a', name: undefined }],
    ['user and password in the query', undefined, 'u=tank&p=fw_a', { token: 'fw_a', name: 'tank' }],
    ['a token in the query', undefined, 'db=x&token=fw_a', { token: 'fw_a', name: undefined }],
    ['the header before the query', 'Bearer fw_a', 'token=fw_b', { token: 'fw_a', name: undefined }],
    ['nothing', undefined, 'db=x', undefined],
    ['an empty token', undefined, 'token=', undefined],
    ['an unknown scheme', 'Digest fw_a', '', undefined],
    ['a token without an end', `Bearer ${'a'.repeat(100_000)}`, '', undefined],
  ]

describe('the credentials of a sender', () => {
  for (const [what, authorization, query, expected] of CASES) {
    it(`are ${what}`, () => {
      assert.deepEqual(readCredentials({ authorization, query: new URLSearchParams(query) }), expected)
    })
  }
})
