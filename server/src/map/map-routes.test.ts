import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getMapSettings } from '@fieldwatch/contract/map'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const STYLE = 'https://tiles.example/style.json'

const database = await createTestDatabase()
const keyed = await createTestApp({ database, mapSettings: { styleUrl: undefined, googleMapsKey: 'a-key' } })
const plain = await createTestApp({ database })
const styled = await createTestApp({ database, mapSettings: { styleUrl: STYLE, googleMapsKey: undefined } })

describe('GET map', () => {
  it('needs a sign-in', async () => {
    assert.equal((await styled.call(getMapSettings)).failure.code, 'auth/missing-token')
  })

  it('tells the style that the portal is configured with', async () => {
    const { status, body } = await styled.call(getMapSettings, { as: await styled.signInAs() })

    assert.equal(status, 200)
    assert.deepEqual(body.details, { styleUrl: STYLE, googleMapsKey: null })
  })

  it('tells the key that Google Maps is configured with', async () => {
    const { body } = await keyed.call(getMapSettings, { as: await keyed.signInAs() })

    assert.deepEqual(body.details, { styleUrl: null, googleMapsKey: 'a-key' })
  })

  it('tells that there is none without configuration', async () => {
    const { body } = await plain.call(getMapSettings, { as: await plain.signInAs() })

    assert.deepEqual(body.details, { styleUrl: null, googleMapsKey: null })
  })
})
