import assert from 'node:assert/strict'
import { it } from 'node:test'
import { buildApplication } from '#testing/build-users.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
await buildApplication(database.db, { url: 'https://valves.example/app?x=1' })
await buildApplication(database.db, { url: 'https://valves.example/other' })
await buildApplication(database.db, { url: '/page_blth_app' })
const { app } = await createTestApp({ database })

it('every page may open frames of the origins of the apps, and of no other', async () => {
  const { headers } = await app.inject({ url: '/healthz' })

  const policy = String(headers['content-security-policy'])
  assert.match(policy, /frame-src 'self' https:\/\/valves\.example;/)
})
