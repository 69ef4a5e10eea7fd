import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getMapSettings } from '@fieldwatch/contract/map'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const STYLE = 'https://tiles.example/style.json'

const database = await createTestDatabase()
const plain = await createTestApp({ database })
const styled = await createTestApp({ database, mapStyleUrl: STYLE })

describe('GET map', () => {
  it('needs a sign-in', async () => {
    assert.equal((await styled.call(getMapSettings)).failure.code, 'auth/missing-token')
  })

  it('tells the style that the portal is configured with', async () => {
    const { status, body } = await styled.call(getMapSettings, { as: await styled.signInAs() })

    assert.equal(status, 200)
    assert.deepEqual(body.details, { styleUrl: STYLE })
  })

  it('tells that there is none without configuration', async () => {
    const { body } = await plain.call(getMapSettings, { as: await plain.signInAs() })

    assert.deepEqual(body.details, { styleUrl: null })
  })
})
