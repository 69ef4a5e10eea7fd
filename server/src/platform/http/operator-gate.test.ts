import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readConfig } from '#config.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const TOKEN = 'a-token-of-the-operator'

const database = await createTestDatabase()
const open = await createTestApp({ database })
const gated = await createTestApp({ database, operatorToken: TOKEN })

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

const PAGES = ['/metrics', '/metrics/', '/api/docs', '/api/docs/json', '/api/docs/yaml', '/api/docs/static/index.html']

for (const url of PAGES) {
  describe(`${url}, for operators`, () => {
    for (const [title, authorization] of [
      ['unknown', undefined],
      ['another token', `Bearer ${TOKEN}s`],
      ['another password', basic('prometheus', 'guess')],
      ['something that is no credential', 'Basic \u00ff%'],
    ] as const) {
      it(`is not for ${title}`, async () => {
        const headers = authorization === undefined ? {} : { authorization }
        const reply = await gated.app.inject({ url, headers })

        assert.equal(reply.statusCode, 401)
        assert.match(String(reply.headers['www-authenticate']), /^Basic realm="Fieldwatch/)
        assert.match(reply.json().message, /FIELDWATCH_OPERATOR_TOKEN/)
      })
    }

    for (const [title, authorization] of [
      ['as a bearer', `Bearer ${TOKEN}`],
      ['as a password', basic('prometheus', TOKEN)],
    ] as const) {
      it(`takes the token ${title}`, async () => {
        const reply = await gated.app.inject({ url, headers: { authorization } })

        assert.ok(reply.statusCode < 400, `${reply.statusCode}`)
      })
    }

    it('is open on the machine of the portal as long as no token is set', async () => {
      assert.ok((await open.app.inject(url)).statusCode < 400)
    })

    for (const [title, request] of [
      ['another machine', { remoteAddress: '192.0.2.7' }],
      ['a proxy on this machine', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
    ] as const) {
      it(`is closed to ${title} as long as no token is set`, async () => {
        const reply = await open.app.inject({ url, ...request })

        assert.deepEqual([reply.statusCode, reply.json().code], [403, 'access/forbidden'])
      })
    }
  })
}

it('The gate of operators protects nothing else', async () => {
  for (const url of ['/healthz', '/readyz', '/.well-known/jwks.json']) {
    assert.equal((await gated.app.inject(url)).statusCode, 200, url)
  }
})

it('A token of operators is long enough not to be guessed', () => {
  assert.equal(readConfig({ FIELDWATCH_OPERATOR_TOKEN: TOKEN }).operatorToken, TOKEN)
  assert.equal(readConfig({}).operatorToken, undefined)
  for (const bad of ['short', 'with a space in the middle', `${TOKEN}ä`]) {
    assert.throws(() => readConfig({ FIELDWATCH_OPERATOR_TOKEN: bad }), /FIELDWATCH_OPERATOR_TOKEN is not valid/)
  }
})
