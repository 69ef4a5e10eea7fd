import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ENDPOINTS } from '@fieldwatch/contract/endpoints'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app } = await createTestApp({ database })

/** Concrete values for the parameters of a path. */
const concrete = (path: string): string => path.replace(':file', 'level.csv').replaceAll(/:\w+/g, 'sample')

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
      assert.equal(response.json().code, access === 'unit' ? 'unit/invalid-token' : 'auth/missing-token')
    })
  }
})
