import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import openapiTypes, { astToString } from 'openapi-typescript'
import { REPOSITORY } from '#testing/documents/document-tables.ts'
import { TEST_PASSWORD } from '#testing/build-users.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const run = promisify(execFile)
const database = await createTestDatabase()
const { app, signInAs } = await createTestApp({ database })
await app.listen({ host: '127.0.0.1', port: 0 })
const portal = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
const ada = await signInAs({ role: 'admin' })
await buildUnit(database.db, { entity: ada.entity, friendlyName: 'Tank at the gate' })

/** A folder outside the repository that sees its packages, with the types of the portal. */
const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-client-'))
after(() => rm(folder, { recursive: true }))
await symlink(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'))
await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
const document = await (await fetch(`${portal}/api/docs/json`)).text()
await writeFile(join(folder, 'portal.d.ts'), astToString(await openapiTypes(document)))

const CLIENT = `
import createClient from 'openapi-fetch'
import type { paths } from './portal.d.ts'

const [portal = '', email = '', password = ''] = process.argv.slice(2)
const client = createClient<paths>({ baseUrl: portal })

const signedIn = await client.POST('/api/v1/auth/sign-in', { body: { email, password } })
if (signedIn.error !== undefined) throw new Error(signedIn.error.code)
const headers = { authorization: 'Bearer ' + signedIn.data.details.idToken }

const { data } = await client.GET('/api/v1/devices', { headers })
const units = data?.details ?? []
const names: string[] = (Array.isArray(units) ? units : [units]).map((unit) => unit.friendlyName)

const { error } = await client.GET('/api/v1/devices', { headers, params: { query: { dataID: 'unknown' } } })
const refused: 'unit/not-found' | false = error?.code === 'unit/not-found' && error.code
console.log(JSON.stringify({ names, refused }))
`

/** Each line below a mark has a mistake, and the compiler complains about a mark without one. */
const MISTAKES = `
export const mistakes = async () => {
  // @ts-expect-error There is no such address.
  await client.GET('/api/v1/nothing')
  // @ts-expect-error The password is missing.
  await client.POST('/api/v1/auth/sign-in', { body: { email } })
  // @ts-expect-error People have no such key.
  return (await client.GET('/api/v1/me')).data?.details.shoeSize
}
`

await writeFile(join(folder, 'client.ts'), CLIENT + MISTAKES)

async function compile(name: string): Promise<string> {
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  const options = ['--strict', '--noEmit', '--skipLibCheck', '--allowImportingTsExtensions', '--types', 'node']
  const dialect = ['--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom,dom.iterable']
  const result = await run(process.execPath, [compiler, ...options, ...dialect, name], { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  )
  return result.stdout
}

describe('a client that is generated from the API document', () => {
  it('compiles, and finds the mistakes of who writes with it', async () => {
    assert.equal(await compile('client.ts'), '')
  })

  it('signs in and reads the units', async () => {
    const { stdout } = await run(process.execPath, ['client.ts', portal, ada.email, TEST_PASSWORD], { cwd: folder })

    assert.deepEqual(JSON.parse(stdout), { names: ['Tank at the gate'], refused: 'unit/not-found' })
  })
})
