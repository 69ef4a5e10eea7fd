import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { signIn } from '@fieldwatch/contract/people/auth'
import { ENDPOINTS } from '#endpoints.ts'
import { z } from 'zod'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

/** What an anonymous request is answered, by who may call. */
const REFUSALS = { unit: 'unit/invalid-token', share: 'share/closed', session: 'auth/missing-token', public: undefined }

const database = await createTestDatabase()
const { app, signInAs } = await createTestApp({ database })

/** Concrete values for the parameters of a path. */
const concrete = (path: string): string =>
  path
    .replace(':file', 'level.csv')
    .replace(/:(action_id|batchID|jobID)/, '1')
    .replaceAll(/:\w+/g, 'sample')

describe('the HTTP API', () => {
  it('serves every endpoint of the contract', () => {
    const missing = ENDPOINTS.filter(({ method, path }) => !app.hasRoute({ method, url: path.replace(/\/$/, '') }))

    assert.deepEqual(
      missing.map(({ path }) => path),
      [],
    )
  })

  for (const { method, path, access } of ENDPOINTS.filter(({ access }) => access !== 'public')) {
    it(`refuses ${method} ${path} without a token`, async () => {
      const response = await app.inject({ method, url: concrete(path) })

      assert.equal(response.statusCode, 401)
      assert.equal(response.json().code, REFUSALS[access])
    })
  }

  const withoutBody = ENDPOINTS.filter(({ method, body }) => method !== 'GET' && body instanceof z.ZodUndefined)
  for (const { method, path } of withoutBody) {
    it(`takes an empty body that is called JSON at ${method} ${path}, which needs none`, async () => {
      const { bearer } = await signInAs({ role: 'admin' })
      const headers = { 'content-type': 'application/json', authorization: bearer }
      const response = await app.inject({ method, url: concrete(path), headers, payload: '' })

      assert.notEqual(response.json().code, 'request/malformed-json')
      assert.notEqual(response.json().code, 'request/invalid')
    })
  }

  it('asks for the body of an endpoint that needs one', async () => {
    const headers = { 'content-type': 'application/json' }
    const response = await app.inject({ method: 'POST', url: signIn.path, headers, payload: '' })

    assert.equal(response.statusCode, 400)
    assert.equal(response.json().code, 'request/malformed-json')
  })
})
