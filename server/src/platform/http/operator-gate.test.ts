import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ProgramScope } from '@fieldwatch/contract/api/program-scopes'
import { signIn } from '@fieldwatch/contract/people/auth'
import { createProgramToken } from '@fieldwatch/contract/people/program-tokens'
import type { InjectOptions } from 'fastify'
import { readConfig } from '#config.ts'
import { TEST_PASSWORD } from '#testing/build-users.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { API_PAGES, READER_COOKIE } from './operator-gate.ts'

const TOKEN = 'a-token-of-the-operator'

const database = await createTestDatabase()
const open = await createTestApp({ database })
const gated = await createTestApp({ database, operatorToken: TOKEN })

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

const PAGES = ['/metrics', '/metrics/', '/api/docs', '/api/docs/json', '/api/docs/yaml', '/api/docs/static/index.html']

for (const url of PAGES) {
  const isOfApi = url.startsWith('/api')
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
        assert.match(String(reply.headers['www-authenticate']), /^Basic realm="Fieldwatch"/)
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

        const refused = isOfApi ? [401, 'auth/missing-token'] : [403, 'access/forbidden']
        assert.deepEqual([reply.statusCode, reply.json().code], refused)
      })
    }
  })
}

describe('the API pages, for readers', async () => {
  const API = PAGES.filter((url) => url.startsWith('/api'))
  const FAR = '192.0.2.7'
  const viewer = await gated.signInAs({ role: 'viewer' })
  const tokenFor = async (scopes: ProgramScope[]): Promise<string> => {
    const body = { name: 'Script', scopes, days: 30 }
    return (await gated.call(createProgramToken, { as: viewer, body })).body.details.secret
  }
  const statusOf = async (url: string, request: InjectOptions): Promise<number> =>
    (await gated.app.inject({ url, remoteAddress: FAR, ...request })).statusCode

  for (const url of API) {
    it(`shows ${url} to a person who is signed in`, async () => {
      assert.ok((await statusOf(url, { headers: { authorization: viewer.bearer } })) < 400)
    })

    it(`shows ${url} to the browser of a person who is signed in`, async () => {
      const { response } = await gated.call(signIn, { body: { email: viewer.email, password: TEST_PASSWORD } })
      const cookie = response.cookies.find(({ name }) => name === READER_COOKIE)

      assert.deepEqual([cookie?.path, cookie?.httpOnly, cookie?.sameSite], [API_PAGES, true, 'Strict'])
      assert.ok((await statusOf(url, { cookies: { [READER_COOKIE]: cookie?.value ?? '' } })) < 400)
    })

    it(`shows ${url} to programs with the scope "read", as a bearer or as a password`, async () => {
      const secret = await tokenFor(['read'])

      assert.ok((await statusOf(url, { headers: { authorization: `Bearer ${secret}` } })) < 400)
      assert.ok((await statusOf(url, { headers: { authorization: basic('api', secret) } })) < 400)
    })

    it(`refuses ${url} to programs without it`, async () => {
      const secret = await tokenFor(['write-notes'])
      const headers = { authorization: `Bearer ${secret}` }
      const reply = await gated.app.inject({ url, remoteAddress: FAR, headers })

      assert.deepEqual([reply.statusCode, reply.json().code], [403, 'access/scope-missing'])
    })
  }

  it('does not open the figures', async () => {
    assert.equal(await statusOf('/metrics', { headers: { authorization: viewer.bearer } }), 401)
    assert.equal(await statusOf('/metrics', { cookies: { [READER_COOKIE]: viewer.idToken } }), 401)
  })

  it('ends with the session', async () => {
    const person = await gated.signInAs({ role: 'admin' })
    const cookies = { [READER_COOKIE]: person.idToken }
    assert.equal(await statusOf('/api/docs/json', { cookies }), 200)
    await database.db.deleteFrom('session').where('userId', '=', person.userId).execute()

    assert.equal(await statusOf('/api/docs/json', { cookies }), 401)
  })
})

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
