import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createEntity } from '@fieldwatch/contract/people/entities'
import { getFile, uploadFile } from '@fieldwatch/contract/api/files'
import { deleteUsers, updateUsers } from '@fieldwatch/contract/people/users'
import sharp from 'sharp'
import { systemRandom } from '#platform/random/random.ts'
import { buildEntity, buildUser } from '#testing/build-users.ts'
import { buildPicture } from '#testing/build-picture.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { createFolderStorage } from './folder-storage.ts'
import { createImages, UNREFERENCED_MS } from './images.ts'

const database = await createTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-files-'))
database.defer(() => rm(folder, { recursive: true, force: true }))
const fileStorage = createFolderStorage(join(folder, 'files'))
const { app, call, clock, db, signInAs } = await createTestApp({ database, fileStorage })

const top = await buildEntity(db)
const below = await buildEntity(db, { parentId: top })
const admin = await signInAs({ role: 'admin', entity: top })
const viewer = await signInAs({ entity: top })
const holder = await signInAs({ entity: top, permissions: ['viewSubentities'] })
const stranger = await buildUser(db)

const onDisk = (): Promise<string[]> => readdir(join(folder, 'files')).catch(() => [])

async function upload(as: SignedInUser, name: string, file?: File) {
  return call(uploadFile, { as, params: { folder: 'profile', name }, body: { file: file ?? (await buildPicture()) } })
}

const pictureForm = new FormData()
pictureForm.append('file', await buildPicture())
const sentForm = new Response(pictureForm)
const sentType = sentForm.headers.get('content-type') ?? ''
const sentPicture = Buffer.from(await sentForm.arrayBuffer())

await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo

/** Sends the head of an upload; its picture is yet to come. */
function beginUpload(as: SignedInUser): ClientRequest {
  const headers = { authorization: as.bearer, 'content-type': sentType, 'content-length': sentPicture.length }
  const sending = request({ port, method: 'POST', path: `/api/v1/files/profile/${as.userId}`, headers, agent: false })
  sending.flushHeaders()
  return sending
}

async function uploadedUrl(as: SignedInUser): Promise<string> {
  return (await upload(as, as.userId)).body.details.url
}

const fileOf = (url: string): string => url.split('/').at(-1) ?? ''
const look = (url: string) => call(getFile, { params: { file: fileOf(url) } })

describe('POST files/profile/{name}', () => {
  it('needs a sign-in', async () => {
    const { failure } = await call(uploadFile, { params: { folder: 'profile', name: 'me' } })

    assert.equal(failure.code, 'auth/missing-token')
  })

  // spec 1-7-47
  it('is for oneself, and for those who manage the user or may add one', async () => {
    const member = await buildUser(db, { entityId: below })
    const codes = async (as: SignedInUser, names: string[]): Promise<unknown[]> => {
      const answers = []
      for (const name of names) answers.push((await upload(as, name)).failure.code)
      return answers
    }

    assert.deepEqual(await codes(viewer, [viewer.userId]), [undefined])
    assert.deepEqual(
      await codes(viewer, [admin.userId, member.id, stranger.id, 'Ola Berg']),
      Array.from({ length: 4 }, () => 'access/forbidden'),
    )
    assert.deepEqual(await codes(holder, [viewer.userId, member.id, 'Ola Berg']), [
      'access/forbidden',
      undefined,
      undefined,
    ])
    assert.deepEqual(await codes(admin, [viewer.userId, member.id, 'Ola Berg']), [undefined, undefined, undefined])
  })

  it('answers a user of another entity as one who is yet to be added', async () => {
    assert.equal((await upload(admin, stranger.id)).status, (await upload(admin, 'unknown')).status)
  })

  // spec 1-7-46
  it('knows no other folder', async () => {
    const { failure } = await call(uploadFile, {
      as: admin,
      params: { folder: 'secrets' as 'profile', name: 'x' },
      body: { file: await buildPicture() },
    })

    assert.equal(failure.code, 'request/invalid')
  })

  it('refuses what is not a form, and a form without a file', async () => {
    const url = `/api/v1/files/profile/${viewer.userId}`
    const json = await app.inject({ method: 'POST', url, headers: { authorization: viewer.bearer }, payload: {} })
    const empty = await call(uploadFile, {
      as: viewer,
      params: { folder: 'profile', name: viewer.userId },
      body: { note: 'no file' } as unknown as { file: File },
    })

    assert.equal(json.json().code, 'request/unsupported-media-type')
    assert.deepEqual(empty.failure.details?.fields, { file: 'File is missing.', '': 'Unknown field: note.' })
  })

  for (const [what, type, body] of [
    ['has no boundary', 'multipart/form-data', '--x--'],
    ['has another boundary', 'multipart/form-data; boundary=other', '--x\r\n\r\nvalue\r\n--x--'],
    ['is cut off', 'multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nval'],
  ] as const) {
    it(`says that a form cannot be read that ${what}`, async () => {
      const url = `/api/v1/files/profile/${viewer.userId}`
      const headers = { authorization: viewer.bearer, 'content-type': type }

      const answer = await app.inject({ method: 'POST', url, headers, payload: body })

      const { code, message } = answer.json() as { code: string; message: string }
      assert.deepEqual([answer.statusCode, code], [400, 'request/invalid'])
      assert.equal(message, 'The form cannot be read: it is incomplete, or not written as its content type says.')
    })
  }

  for (const [what, part] of [
    ['fields', '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n'],
    ['parts without a name', '--x\r\n\r\n\r\n'],
  ] as const) {
    it(`refuses a form with thousands of ${what}`, async () => {
      const url = `/api/v1/files/profile/${viewer.userId}`
      const headers = { authorization: viewer.bearer, 'content-type': 'multipart/form-data; boundary=x' }

      const answer = await app.inject({ method: 'POST', url, headers, payload: `${part.repeat(5_000)}--x--` })

      assert.deepEqual([answer.statusCode, answer.json().code], [413, 'request/too-large'])
    })
  }

  it('refuses a field that is too long instead of cutting it', async () => {
    const { failure } = await call(uploadFile, {
      as: viewer,
      params: { folder: 'profile', name: viewer.userId },
      body: { note: 'x'.repeat(20_000) } as unknown as { file: File },
    })

    assert.deepEqual([failure.code, failure.message], ['request/too-large', 'A field of the form is too long.'])
  })

  it('leaves nothing on disk of what it refuses', async () => {
    const before = await onDisk()
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
    const refused: [string, string | Uint8Array<ArrayBuffer>, string, string][] = [
      ['0 bytes', '', 'image/png', 'file/empty'],
      ['6 MB', new Uint8Array(6 * 1024 * 1024), 'image/png', 'file/too-large'],
      ['SVG', svg, 'image/svg+xml', 'file/type-unsupported'],
      ['a lie', svg, 'image/png', 'file/type-mismatch'],
      ['a torso', '\u0089PNG\r\n\u001A\n', 'image/png', 'file/type-mismatch'],
    ]

    for (const [title, bytes, type, code] of refused) {
      const { failure } = await upload(viewer, viewer.userId, new File([bytes], 'a.png', { type }))
      assert.equal(failure.code, code, title)
    }
    assert.deepEqual(await onDisk(), before)
  })

  it('states the size of a file of 6 MB, sent over the network', async () => {
    const form = new FormData()
    form.append('file', new File([new Uint8Array(6 * 1024 * 1024)], 'a.png', { type: 'image/png' }))
    form.append('rest', new File([new Uint8Array(6 * 1024 * 1024)], 'b.png', { type: 'image/png' }))

    const response = await fetch(`http://127.0.0.1:${port}/api/v1/files/profile/${viewer.userId}`, {
      method: 'POST',
      headers: { authorization: viewer.bearer },
      body: form,
    })

    const { message } = (await response.json()) as { message: string }
    assert.equal(response.status, 413)
    assert.equal(message, 'File size 6 MB exceeds maximum allowed size of 5 MB')
  })

  it('stops a person who uploads again and again without using it', async () => {
    const busy = await signInAs()
    for (let count = 0; count < 50; count += 1) assert.equal((await upload(busy, busy.userId)).status, 200)

    assert.equal((await upload(busy, busy.userId)).failure.code, 'request/rate-limited')
  })

  it('asks how much a person has uploaded before it reads anything', async () => {
    const busy = await signInAs()
    for (let count = 0; count < 50; count += 1) await uploadedUrl(busy)

    // Nothing of the picture is ever sent.
    const sending = beginUpload(busy)
    const [response] = (await once(sending, 'response')) as [IncomingMessage]
    sending.destroy()

    assert.equal(response.statusCode, 429)
  })

  it('takes four at once from a person, and refuses the fifth unread', async () => {
    const busy = await signInAs()
    const uploads = Array.from({ length: 5 }, () => {
      const sending = beginUpload(busy)
      return { sending, status: once(sending, 'response').then(([{ statusCode }]) => statusCode as number) }
    })

    assert.equal(await Promise.race(uploads.map(({ status }) => status)), 429)
    for (const { sending } of uploads) sending.end(sentPicture)
    const statuses = await Promise.all(uploads.map(({ status }) => status))

    assert.deepEqual(
      statuses.toSorted((left, right) => left - right),
      [200, 200, 200, 200, 429],
    )
  })

  // spec 1-7-46, 1-7-47, 1-7-48, 2-7-54
  it('returns an address that cannot be guessed', async () => {
    const [one, other] = [await uploadedUrl(viewer), await uploadedUrl(viewer)]

    assert.match(one, /^\/api\/v1\/files\/[\w-]{43}\.webp$/)
    assert.notEqual(one, other)
  })
})

describe('GET files/{file}', () => {
  it('answers missing for every name that is not one of ours', async () => {
    const names = ['nothing.webp', '../../etc/passwd', `${'a'.repeat(43)}.webp`, `${'a'.repeat(43)}.svg`]

    for (const file of names) assert.equal((await call(getFile, { params: { file } })).failure.code, 'file/not-found')
  })

  it('serves the picture with its type and without any rights, to be kept for ever', async () => {
    const { status, response } = await look(await uploadedUrl(viewer))

    const { headers } = response
    assert.equal(status, 200)
    assert.equal((await sharp(response.rawPayload).metadata()).format, 'webp')
    assert.equal(headers['content-type'], 'image/webp')
    assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox")
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['cache-control'], 'private, max-age=31536000, immutable')
    assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
  })
})

describe('a picture', () => {
  it('goes when another takes its place, and with its user', async () => {
    const member = await signInAs({ entity: top })
    const [first, second] = [await uploadedUrl(member), await uploadedUrl(member)]
    const take = (profilePic: string) => call(updateUsers, { as: member, body: { userUID: member.userId, profilePic } })

    await take(first)
    await take(second)
    const afterSecond = [(await look(first)).status, (await look(second)).status]
    await call(deleteUsers, { as: admin, body: { userUID: member.userId } })

    assert.deepEqual(afterSecond, [404, 200])
    assert.equal((await look(second)).status, 404)
    assert.equal((await onDisk()).includes(fileOf(second)), false)
  })

  it('of another person, and one that is in use, cannot be taken', async () => {
    const [one, other] = [await signInAs({ entity: top }), await signInAs({ entity: top })]
    const url = await uploadedUrl(one)
    const take = (as: SignedInUser) => call(updateUsers, { as, body: { userUID: as.userId, profilePic: url } })

    const stolen = await take(other)
    const taken = await take(one)
    const again = await take(one)
    const copied = await take(other)

    assert.equal(stolen.failure.code, 'file/not-found')
    assert.deepEqual([taken.status, again.status], [200, 200])
    assert.equal(copied.failure.code, 'file/not-found')
    assert.equal((await look(url)).status, 200)
  })

  it('that is not used is deleted after a day', async () => {
    const as = await signInAs({ entity: top })
    const url = await uploadedUrl(as)
    const images = createImages({ db, storage: fileStorage, clock, random: systemRandom, log: silentLog })

    clock.advance(UNREFERENCED_MS)
    await images.removeOld()
    const inTime = (await look(url)).status
    clock.advance(1)
    await images.removeOld()

    assert.equal(inTime, 200)
    assert.equal((await look(url)).status, 404)
  })

  it('of a form that fails elsewhere is not kept', async () => {
    const as = await signInAs({ role: 'admin', entity: top })
    const before = await onDisk()
    const icon = new File(['no picture'], 'icon.png', { type: 'image/png' })

    const { failure } = await call(createEntity, { as, body: { name: 'South', icon } })

    assert.equal(failure.code, 'file/type-mismatch')
    assert.deepEqual(await onDisk(), before)
  })
})
